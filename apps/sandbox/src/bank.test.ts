import { familyRows } from '@dhow/contract/deposit-families'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { key, openTestSandbox, type TestSandbox } from './testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const bearer = { authorization: `Bearer ${key}` }

describe('the bank', () => {
  const order = { reference: 'wd_1', amount: '120.00', currency: 'NAD', holder: 'Ester Nangolo', number: '0811234567' }

  test('books payments from its page and reported ones, and writes both into statements of four formats', async () => {
    const page = await sandbox.open('/bank?account=2&amount=250&reference=EFT1')
    expect(page.field('Reference or deposit code').value).toBe('EFT1')
    expect(page.items()).toEqual([expect.stringMatching(/^75\.00 NAD.*EFT 75$/)])
    page.button('Pay').press()
    await vi.waitFor(() => expect(page.items()).toHaveLength(2))
    expect(page.status()).toBe('Paid.')
    expect(page.items()[0]).toMatch(/^250\.00 NAD.*EFT1 · Ester Nangolo$/)
    page.field('Amount').type('much')
    page.button('Pay').press()
    await vi.waitFor(() => expect(page.status()).toMatch(/^send \{account, amount/))
    for (const format of ['csv', 'ofx', 'mt940', 'camt053']) {
      expect(page.link(format).href).toContain(`statement?format=${format}`)
      const { text } = await sandbox.call(`/bank/accounts/2/statement?format=${format}`)
      for (const part of ['EFT1', 'EFT 75']) expect(text).toContain(part)
    }
    expect((await sandbox.call('/bank/accounts/2/statement?format=pdf')).status).toBe(400)
    expect((await sandbox.call('/bank/transfers', { account: '2', amount: '0' })).json).toEqual({
      error: 'nothing cannot be paid',
    })
  })

  test('has an account for each sandbox payment detail, in the currency of its market', async () => {
    const { text } = await sandbox.call('/bank')
    const shown = [...text.matchAll(/<option value="(\d+)"(?: data-currency="(\w+)")?>\1: /g)]
    const wanted = familyRows.flatMap(({ market, rails }) =>
      Object.values(rails).flatMap((rail) =>
        rail.sandbox ? [[String(rail.sandbox.id), market === 'IN' ? 'INR' : undefined]] : [],
      ),
    )
    expect(shown.map(([, id, currency]) => [id, currency])).toEqual(expect.arrayContaining(wanted))
    expect(shown).toHaveLength(wanted.length)
  })

  test('players set to pay nothing leave the account unchanged', async () => {
    const page = await sandbox.open('/bank')
    page.field('Payments that players report').choose('nothing')
    await vi.waitFor(() => expect(page.status()).toBe('Done.'))
    expect((await sandbox.call('/bank/players')).json).toEqual({ pay: 'nothing' })
    expect((await sandbox.call('/bank/players', { pay: 'late' })).status).toBe(400)
  })

  test('pays an order once, refuses a second amount, and books both ends of a returned payout', async () => {
    expect((await sandbox.call('/bank/payouts', order)).status).toBe(401)
    expect((await sandbox.call('/bank/payouts', { ...order, amount: '0' }, bearer)).status).toBe(400)
    const paid = await sandbox.call('/bank/payouts', order, bearer)
    expect(paid.json).toMatchObject({ status: 'paid', external_reference: 'wd_1' })
    expect((await sandbox.call('/bank/payouts', order, bearer)).json).toEqual(paid.json)
    expect((await sandbox.call('/bank/payouts', { ...order, amount: '121.00' }, bearer)).status).toBe(409)
    expect((await sandbox.call('/bank/payouts/wd_1/outcome', { outcome: 'returned' })).json).toMatchObject({
      status: 'returned',
    })
    expect((await sandbox.call('/bank/payouts/wd_1/outcome', { outcome: 'failed' })).status).toBe(409)
    const { text } = await sandbox.call('/bank/accounts/payouts-NAD/statement?format=csv')
    expect(text).toContain('Payout to Ester Nangolo')
    expect(text).toContain('Returned from Ester Nangolo')
    expect((await sandbox.call('/bank/payouts')).json).toMatchObject([{ external_reference: 'wd_1', number: '…4567' }])
  })

  test('fails, delays and drops payouts as set on its page', async () => {
    const set = async (behaviour: string) => {
      const page = await sandbox.open('/bank')
      page.field('The next payouts are').choose(behaviour)
      await vi.waitFor(() => expect(page.status()).toBe('Done.'))
    }
    await set('failed')
    expect((await sandbox.call('/bank/payouts', { ...order, reference: 'wd_2' }, bearer)).json).toMatchObject({
      status: 'failed',
    })
    await set('slow')
    await sandbox.call('/bank/payouts', { ...order, reference: 'wd_3' }, bearer)
    for (const status of ['pending', 'paid'])
      expect((await sandbox.call('/bank/payouts/wd_3', undefined, bearer)).json).toMatchObject({ status })
    await set('lost')
    await expect(sandbox.call('/bank/payouts', { ...order, reference: 'wd_4' }, bearer)).rejects.toThrow('fetch failed')
    expect((await sandbox.call('/bank/payouts/wd_4', undefined, bearer)).status).toBe(404)
    expect((await sandbox.call('/bank/payouts', { ...order, reference: 'wd_4' }, bearer)).json).toMatchObject({
      status: 'paid',
    })
    expect((await sandbox.call('/bank/payouts/behaviour', { behaviour: 'never' })).status).toBe(400)
  })
})
