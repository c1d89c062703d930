import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRequests } from '../../../test/payouts.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { faultsOf } from './rules.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const { bank, codeOf, code, addBank, ready, ask } = openRequests(() => world)

describe('the code of a withdrawal', () => {
  const send = (who: Player, asked: object) => who.post('/authentication-otp-send', { type: 'withdraw', ...asked })

  it('names the amount and account, and is not sent without them or for another player’s account', async () => {
    const { player, account } = await ready()
    const asked = { amount: '300', payout_account_id: account.id }
    expect((await send(player, asked)).status).toBe(200)
    expect(await world.inbox.next(player.mobile)).toMatch(
      /^\d{6} is your Dhow code to withdraw N\$300\.00 to bank \*\*\d{4}\./,
    )
    await world.clock.advance(60_000)
    const other = await world.player()
    expect(refusal(await send(other, asked))).toEqual([404, 'payout_account_missing'])
    expect(refusal(await send(player, { amount: '300' }))).toEqual([404, 'payout_account_missing'])
    expect(refusal(await send(player, { payout_account_id: account.id }))).toEqual([422, 'amount_invalid'])
  })

  it.each([
    ['another amount and account', '5000.00', true],
    ['another amount', '5000.00', false],
    ['another account', '60.00', true],
  ])('is a wrong one for %s, books nothing, and is void from then on', async (_name, amount, isOther) => {
    const { player, account } = await ready('6000.00')
    await world.clock.advance(60_000)
    const second = (await addBank(player, { number: '62009999999' })).json.account as { id: string }
    await world.clock.advance(3_600_000)
    const otp = await code(player, account.id, '60.00')
    const submit = (of: string, to: string) =>
      player.post('/player/withdrawals', { amount: of, payout_account_id: to, otp })
    const stolen = await submit(amount, isOther ? second.id : account.id)
    expect([...refusal(stolen), stolen.json.errors]).toEqual([
      422,
      'otp_wrong',
      { otp: ['That code is wrong or has expired.'] },
    ])
    expect(refusal(await submit('60.00', account.id))).toEqual([422, 'otp_wrong'])
    expect(await world.balance(player.id)).toMatchObject({ cashMinor: 600_000n, heldMinor: 0n })
    expect((await player.get('/player/withdraw-options')).json.stops).toEqual([])
  })

  it('confirms the same amount in another notation', async () => {
    const { player, account } = await ready()
    const otp = await code(player, account.id, '60')
    const asked = await player.post('/player/withdrawals', { amount: '60.00', payout_account_id: account.id, otp })
    expect(asked.status).toBe(200)
  })
})

describe('a payout account', () => {
  it.each([
    ['a short number', { number: '1234567' }, 'number'],
    ['letters in its number', { number: '1234567a' }, 'number'],
    ['a branch code of five digits', { branch: '48001' }, 'branch'],
    ['no bank', { bank: '' }, 'bank'],
    ['a holder of digits', { holder: '12345' }, 'holder'],
    ['a kind of another market', { kind: 'upi', number: 'name@bank' }, 'kind'],
    ['a wallet number that is none', { kind: 'wallet_na', number: '0831234567' }, 'number'],
  ])('with %s is refused before its code is used up', async (_name, change, field) => {
    const player = await world.player()
    const otp = await codeOf(player, { type: 'payout_account', ...bank })
    const answer = await player.post('/player/payout-accounts', { ...bank, ...change, otp })
    expect([...refusal(answer), Object.keys(answer.json.errors)]).toEqual([422, 'invalid_fields', [field]])
    expect((await player.post('/player/payout-accounts', { ...bank, otp })).status).toBe(200)
  })

  it.each([
    ['an account and an IFSC', { kind: 'bank_in', number: '123456789', branch: 'ABCD0123456' }, []],
    ['a short account', { kind: 'bank_in', number: '12345678', branch: 'ABCD0123456' }, ['number']],
    ['an IFSC without its zero', { kind: 'bank_in', number: '123456789', branch: 'ABCD1123456' }, ['branch']],
    ['an IFSC of ten', { kind: 'bank_in', number: '123456789', branch: 'ABCD012345' }, ['branch']],
    ['no IFSC', { kind: 'bank_in', number: '123456789' }, ['branch']],
    ['a UPI ID', { kind: 'upi', number: 'name.of-one@bank' }, []],
    ['a UPI ID without its bank', { kind: 'upi', number: 'name' }, ['number']],
    ['a UPI ID of two banks', { kind: 'upi', number: 'name@one@two' }, ['number']],
    ['a UPI ID that is a number', { kind: 'upi', number: '98765@43210' }, ['number']],
    ['a wallet number of another country', { kind: 'wallet_na', number: '+919876543210' }, ['number']],
  ] as const)('with %s has these faults', (_what, account, fields) => {
    const whole = { holder: 'Invented Player', bank: 'Invented Bank', branch: undefined, ...account }
    expect(Object.keys(faultsOf(whole))).toEqual(fields)
  })

  it('needs the right code, and shows only the end of its number', async () => {
    const player = await world.player({ market: 'IN' })
    const account = {
      kind: 'bank_in',
      holder: 'Invented Player',
      number: '001200340056',
      branch: 'mnsn0000123',
      bank: 'Monsoon Bank',
    }
    expect(refusal(await player.post('/player/payout-accounts', { ...account, otp: '000000' }))).toEqual([
      422,
      'otp_wrong',
    ])
    expect((await addBank(player, account)).json.account).toMatchObject({ number: '•••• 0056' })
    const { rows } = await world.db.kysely
      .selectFrom('withdrawals.payout_account')
      .selectAll()
      .where('player_id', '=', player.id)
      .execute()
      .then((rows) => ({ rows }))
    expect(JSON.stringify(rows.map((row) => Buffer.from(row.number_sealed).toString('latin1')))).not.toContain(
      '001200340056',
    )
  })

  it.each([
    ['number', { number: '62007654321' }],
    ['branch', { branch: '480002' }],
    ['kind', { kind: 'wallet_na', number: '0812345678', branch: undefined }],
  ])('is not added by the code of an account of another %s, which is void from then on', async (_what, change) => {
    const player = await world.player()
    const otp = await codeOf(player, { type: 'payout_account', ...bank })
    const add = (changed: object) => player.post('/player/payout-accounts', { ...bank, ...changed, otp })
    expect([refusal(await add(change)), refusal(await add({}))]).toEqual([
      [422, 'otp_wrong'],
      [422, 'otp_wrong'],
    ])
    expect((await player.get('/player/payout-accounts')).json.accounts).toEqual([])
  })

  it('is named in the message of its code', async () => {
    const player = await world.player()
    expect((await player.post('/authentication-otp-send', { type: 'payout_account', ...bank })).status).toBe(200)
    expect(await world.inbox.next(player.mobile)).toMatch(
      /^\d{6} is your Dhow code to add the payout account bank \*\*4567\./,
    )
  })

  it.each([
    ['no kind', {}, 'kind'],
    ['no number', { kind: 'bank_na', branch: '480001' }, 'number'],
    ['a short number', { kind: 'bank_na', number: '1234567', branch: '480001' }, 'number'],
    ['no branch', { kind: 'bank_na', number: '62001234567' }, 'branch'],
    ['a kind of another market', { kind: 'upi', number: 'name@bank' }, 'kind'],
  ])('of which the form shows %s gets no code', async (_name, asked, field) => {
    const player = await world.player()
    const sent = await player.post('/authentication-otp-send', { type: 'payout_account', ...asked })
    expect([...refusal(sent), Object.keys(sent.json.errors)]).toEqual([422, 'invalid_fields', [field]])
  })

  it('is added once per key, even with a used code; another account with the key is refused', async () => {
    const player = await world.player()
    const otp = await codeOf(player, { type: 'payout_account', ...bank })
    const add = (change: object = {}) =>
      player.post('/player/payout-accounts', { ...bank, ...change, otp }, { 'idempotency-key': 'my-account' })
    const first = await add()
    expect((await add()).json).toEqual(first.json)
    expect(refusal(await add({ number: '62009999999' }))).toEqual([422, 'key_changed'])
    expect((await player.get('/player/payout-accounts')).json.accounts).toHaveLength(1)
  })

  it('is delayed for a day if the operator set that', async () => {
    const { portal } = world.app.features
    const before = portal.settings().withdrawals
    await portal.change({ withdrawals: { ...before, rest_hours: 24 } })
    const { player, account } = await ready()
    const early = await ask(player, account.id)
    await world.clock.advance(24 * 3_600_000)
    await portal.change({ withdrawals: before })
    player.use((await player.post('/login', { mobile: player.mobile, password: player.password })).json.token)
    expect(refusal(early)).toEqual([409, 'payout_account_resting'])
    expect((await ask(player, account.id)).status).toBe(200)
  })
})
