import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openReports } from '../../../test/deposits.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  cashier = await world.operator('cashier')
})
afterAll(() => world.close())

const { utr, submit, submitted } = openReports()
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]

describe('payment details', () => {
  it('have a UPI link with the player’s code in India, and the account in Namibia', async () => {
    const indian = await world.player({ market: 'IN' })
    const { json } = await indian.get('/player/deposit-india/manual-deposit/get-payment-details?payment_method_id=1')
    expect(json.details[0].qr).toBe(
      `upi://pay?pa=dhow.sandbox@inventedbank&pn=Dhow%20Sandbox&cu=INR&tn=${json.deposit_code}`,
    )
    const namibian = await world.player()
    const details = (await namibian.get('/player/deposit-namibia/manual-deposit/get-payment-details')).json.details
    expect(details[0].lines.map((line: { label: string }) => line.label)).toContain('Branch code')
    expect(refusal(await namibian.get('/player/deposit-india/manual-deposit/get-payment-details'))).toEqual([
      409,
      'method_unavailable',
    ])
    expect(
      (await indian.get('/player/deposit-india/manual-deposit/get-payment-details?payment_method_id=9')).json.msg,
    ).toBe('Payment details not found')
  })
})

describe('a submission', () => {
  it('credits nothing and waits for a cashier', async () => {
    const player = await world.player({ market: 'IN' })
    const answer = await submit(player)
    expect(answer.json).toMatchObject({
      status: 'success',
      data: { deposit: { status: 'pending', declared_amount: '500.00', credited_amount: null } },
    })
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
  })

  it.each([
    ['no amount', { amount: '' }, 422, 'amount', 'Amount is required'],
    ['no reference', { utr: ' ' }, 422, 'utr', 'UTR number is required'],
    ['too little', { amount: '99.99' }, 422, 'amount', 'Minimum allowed is ₹ 100'],
    ['too much', { amount: '200000.01' }, 422, 'amount', 'Maximum allowed is ₹ 2,00,000'],
    [
      'a reference that is none of UPI',
      { utr: '12345' },
      422,
      'utr',
      'The 12 digits that your UPI app shows as "UPI Ref No." or UTR.',
    ],
  ])('with %s is refused in the specified words', async (_name, fields, status, field, sentence) => {
    const player = await world.player({ market: 'IN' })
    const answer = await submit(player, fields)
    expect([answer.status, answer.json.errors, answer.json.message]).toEqual([
      status,
      { [field]: [sentence] },
      sentence,
    ])
  })

  it('with an invalid amount is refused', async () => {
    const player = await world.player()
    const hostile = [
      '-1',
      '+5',
      '0',
      '0.00',
      '00',
      '-0',
      '1e3',
      '1E3',
      '0x10',
      '5,00',
      '5.000',
      '.5',
      '5.',
      '5..0',
      'NaN',
      'Infinity',
      '-Infinity',
      'null',
      'undefined',
      'true',
      '٥٠٠',
      '５００',
      '五百',
      '500 ',
      '5 00',
      '500\u0000',
      '500\n',
      '1_000',
      "500'",
      '500--',
      '500;',
      '<500>',
      '{"a":1}',
      '[500]',
      '500,500',
      '9999999999999',
      '99999999999999999999',
      '9007199254740993',
      '9223372036854775807',
      '1/2',
      '½',
      '5¢',
      '₹500',
      'N$500',
      '$500',
      '0b11',
      '0o17',
      '1.2.3',
      '1.234',
      '--5',
      '5-',
      '1d',
      '1f',
      '1n',
      '５',
      '²',
      '①',
      '\u202e500',
      '\u200b500x',
      'e',
      'E5',
      '500e0',
      '1.0e2',
    ]
    for (const amount of hostile) {
      const answer = await submit(player, { amount })
      expect([amount, answer.status]).toEqual([amount, amount.trim() === '500' ? 200 : 422])
    }
  })

  it('sent twice is one deposit, with and without a key; a key with other content is refused', async () => {
    const player = await world.player()
    const fields = { utr: utr() }
    const first = await submit(player, fields, undefined, { 'idempotency-key': 'k-1' })
    const again = await submit(player, fields, undefined, { 'idempotency-key': 'k-1' })
    const natural = await submit(player, { utr: ` ${fields.utr.slice(0, 4)}-${fields.utr.slice(4)} ` })
    expect([again.json.data.deposit.id, natural.json.data.deposit.id]).toEqual([
      first.json.data.deposit.id,
      first.json.data.deposit.id,
    ])
    expect(
      refusal(await submit(player, { ...fields, amount: '501' }, undefined, { 'idempotency-key': 'k-1' })),
    ).toEqual([422, 'key_changed'])
    const both = await Promise.all(
      [1, 2, 3].map(() => submit(player, { utr: 'SAME0001' }, undefined, { 'idempotency-key': 'k-2' })),
    )
    expect(new Set(both.map((answer) => answer.json.data.deposit.id)).size).toBe(1)
  })

  it('of another player’s reference is refused in neutral words, and both are marked', async () => {
    const [one, two] = [await world.player(), await world.player()]
    const deposit = await submitted(one, { utr: 'ref 77-AB' })
    const answer = await submit(two, { utr: 'REF77ab' })
    expect([...refusal(answer), answer.json.msg]).toEqual([
      409,
      'reference_used',
      'This reference was already submitted. Please reach out to the support team.',
    ])
    const { warnings } = (await cashier.get(`/staff/deposits/${deposit.id}`)).json.deposit
    expect(warnings.map((warning: { code: string }) => warning.code)).toContain('reference_claimed')
  })

  it('may be sent again after a rejection', async () => {
    const player = await world.player()
    const fields = { utr: utr() }
    const { id } = await submitted(player, fields)
    const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
    expect(
      (await cashier.post(`/staff/deposits/${id}/reject`, { reason: 'unreadable_proof', version })).json.deposit,
    ).toMatchObject({
      status: 'rejected',
      reason: { code: 'deposit_rejected', params: { reason: 'unreadable_proof' } },
    })
    expect((await submitted(player, fields)).id).not.toBe(id)
  })

  it('beyond three open ones is refused', async () => {
    const player = await world.player()
    for (let n = 0; n < 3; n++) await submitted(player)
    expect(refusal(await submit(player))).toEqual([429, 'too_many_open_deposits'])
    const details = await player.get('/player/deposit-namibia/manual-deposit/get-payment-details')
    expect(refusal(details)).toEqual([429, 'too_many_open_deposits'])
    expect((await player.get('/player/deposit-options')).json.stops).toEqual([
      { code: 'too_many_open_deposits', applies_to: 'transfers', until: null },
    ])
  })

  it('is refused while deposits are switched off', async () => {
    const player = await world.player()
    const { portal } = world.app.features
    await portal.change({ auto_deposit: 0 })
    const answer = await submit(player)
    await portal.change({ auto_deposit: 1 })
    expect(answer.json).toMatchObject({
      code: 'deposits_unavailable',
      msg: 'Deposits are temporarily unavailable. Please reach out to the support team.',
    })
  })

  it('can be seen only by its player', async () => {
    const [one, two] = [await world.player(), await world.player()]
    const { id } = await submitted(one)
    expect(refusal(await two.get(`/player/deposits/${id}`))).toEqual([404, 'not_found'])
    expect(refusal(await submit(two, { player_id: one.id }))).toEqual([403, 'player_mismatch'])
    expect((await two.get('/player/deposit-history')).json.data).toEqual([])
  })
})
