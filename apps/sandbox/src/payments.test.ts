import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { key, openTestSandbox, type TestSandbox } from './testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const bearer = { authorization: `Bearer ${key}` }

describe('the voucher issuer', () => {
  const voucherOf = async (behaviour: string) =>
    (await sandbox.call(`/issuer/vouchers?behaviour=${behaviour}`)).json[0] as { pin: string; amount: string }
  const redeem = (pin: string, external_reference: string) =>
    sandbox.call('/issuer/redemptions', { pin, external_reference }, bearer)

  test('makes a voucher on its page, but not for a wrong amount', async () => {
    const page = await sandbox.open('/vouchers')
    expect(page.heading()).toBe('Vouchers')
    const before = page.items().length
    page.field('It is').choose('change')
    page.field('worth N$').type('90.00')
    page.button('Make a voucher').press()
    await vi.waitFor(() => expect(page.items()).toHaveLength(before + 1))
    expect(page.items()[0]).toMatch(/N\$90\.00 · change · valid$/)
    page.field('worth N$').type('nine')
    page.button('Make a voucher').press()
    await vi.waitFor(() => expect(page.field('worth N$').isFocused).toBe(true))
    expect(page.items()).toHaveLength(before + 1)
  })

  test('redeems once for a reference, and returns a third for a voucher with change', async () => {
    const { pin } = await voucherOf('change')
    expect((await sandbox.call('/issuer/check', { pin }, bearer)).json).toEqual({
      state: 'valid',
      amount: '90.00',
      currency: 'NAD',
    })
    const first = await redeem(pin, 'dep_90')
    expect(first.json).toMatchObject({ status: 'confirmed', amount: '60.00', change: { amount: '30.00' } })
    expect((await redeem(pin, 'dep_90')).json).toEqual(first.json)
    expect((await redeem(pin, 'dep_91')).json).toEqual({ status: 'failed', reason: 'used' })
    expect((await redeem('1'.repeat(16), 'dep_90')).status).toBe(409)
    expect((await redeem('1'.repeat(16), 'dep_92')).json).toEqual({ status: 'failed', reason: 'unknown' })
  })

  test('refuses a wrong key and a wrong pin, and drops the first try of a lost voucher', async () => {
    expect((await sandbox.call('/issuer/check', { pin: '1234' })).status).toBe(401)
    expect((await sandbox.call('/issuer/check', { pin: 'four' }, bearer)).status).toBe(400)
    expect((await redeem('12', 'dep_1')).status).toBe(400)
    for (const state of ['used', 'expired'])
      expect((await redeem((await voucherOf(state)).pin, `dep_${state}`)).json).toEqual({
        status: 'failed',
        reason: state,
      })
    const { pin } = await voucherOf('lost')
    await expect(redeem(pin, 'dep_lost')).rejects.toThrow('fetch failed')
    expect((await redeem(pin, 'dep_lost')).json).toMatchObject({ status: 'confirmed' })
  })
})

describe('the payment services', () => {
  const aPay = {
    currency: 'INR',
    return_url: 'http://portal.invalid/payments/1',
    custom_user_id: 'ply_1',
    custom_transaction_id: 'tx-a-pay',
  }
  const standard = {
    reference: 'tx-standard',
    customer: 'ply_1',
    currency: 'NAD',
    amount: '80.00',
    return_url: aPay.return_url,
  }

  test('refuse a wrong key and a missing field', async () => {
    expect((await sandbox.call('/a-pay/Remotes/create-payment-page', aPay)).status).toBe(401)
    expect(
      (await sandbox.call('/a-pay/Remotes/create-payment-page', { currency: 'INR' }, { apikey: key })).status,
    ).toBe(400)
    expect((await sandbox.call('/standard-pay/payments', standard)).status).toBe(401)
    expect((await sandbox.call('/standard-pay/payments', { ...standard, amount: '-1' }, bearer)).status).toBe(400)
    expect((await sandbox.call('/standard-pay/payments/none', undefined, bearer)).status).toBe(404)
  })

  test('A-Pay: the page pays, and its postback is signed by the key', async () => {
    const { json } = await sandbox.call('/a-pay/Remotes/create-payment-page', aPay, { apikey: key })
    const list = await sandbox.open('/payments')
    expect(list.heading()).toBe('Payments')
    expect(list.link(json.order_id).href).toContain(`/pay/${json.order_id}`)
    const page = await sandbox.open(`/pay/${json.order_id}`)
    expect(page.button('Pay, signed an hour ago').isHidden).toBe(true)
    page.field('Amount').type('450.50')
    page.button('Pay').press()
    await vi.waitFor(() => expect(page.status()).toBe('Done. The portal answered: 200.'))
    expect(page.link('Back to the portal')).toEqual({ href: `${aPay.return_url}?status=Created`, isHidden: false })
    const body = sandbox.callsTo('/payment-services/a-pay/postback').at(-1)?.body ?? ''
    const transactions = /"transactions":(\[.*\])\}$/.exec(body)?.[1] ?? ''
    const digest = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex')
    expect(JSON.parse(body).signature).toBe(digest('sha1', `sandbox${key}${digest('md5', transactions)}`))
    expect(transactions).toContain('"status":"Success","amount":450.50')
    const info = await sandbox.call('/a-pay/Remotes/deposit-info?custom_transaction_id=tx-a-pay', undefined, {
      apikey: key,
    })
    expect(info.text).toContain('"status":"Success","amount":450.50')
  })

  test('Standard Webhooks: a failed payment, and one with an old signature, which only this protocol has', async () => {
    const { json } = await sandbox.call('/standard-pay/payments', standard, bearer)
    const page = await sandbox.open(`/pay/${json.id}`)
    expect(page.field('Amount').value).toBe('80.00')
    page.button('Fail').press()
    await vi.waitFor(() => expect(page.status()).toBe('Done. The portal answered: 200.'))
    expect((await sandbox.call('/standard-pay/payments/tx-standard', undefined, bearer)).json).toMatchObject({
      status: 'failed',
    })
    page.button('Pay, signed an hour ago').press()
    await vi.waitFor(() => expect(sandbox.callsTo('/sandbox-pay/webhook')).toHaveLength(2))
    const [now, old] = sandbox
      .callsTo('/sandbox-pay/webhook')
      .map(({ headers }) => Number(headers['webhook-timestamp']))
    expect((now ?? 0) - (old ?? 0)).toBeGreaterThan(3000)
  })

  test('an unknown order has its own page, and an unknown outcome is refused', async () => {
    const page = await sandbox.open('/pay/none')
    expect(page.status()).toBe('There is no such order.')
    expect(page.button('Pay').isDisabled).toBe(true)
    const [order] = (await sandbox.call('/payments/orders')).json as { order_id: string }[]
    expect((await sandbox.call(`/payments/orders/${order?.order_id}/outcome`, { outcome: 'vanish' })).status).toBe(400)
    expect((await sandbox.call('/payments/orders/none/outcome', { outcome: 'success' })).status).toBe(404)
  })
})
