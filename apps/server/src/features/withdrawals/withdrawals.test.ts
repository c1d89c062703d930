import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { faultsOf } from './rules.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let colleague: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
type Asked = { type: 'payout_account' } | { type: 'withdraw'; amount: string; payout_account_id: string }
/** The code that is sent for it; a wrong one where none is. */
const codeOf = async (player: Player, asked: Asked) => {
  const sent = await player.post('/authentication-otp-send', asked)
  return sent.status === 200 ? world.inbox.code(player.mobile) : '000000'
}
const code = (player: Player, accountId: string, amount = '400') =>
  codeOf(player, { type: 'withdraw', amount, payout_account_id: accountId })
const bank = {
  kind: 'bank_na',
  holder: 'Invented Player',
  number: '62001234567',
  branch: '480 001',
  bank: 'Skeleton Coast Bank',
}
const addBank = async (player: Player, change: object = {}) =>
  player.post('/player/payout-accounts', { ...bank, ...change, otp: await codeOf(player, { type: 'payout_account' }) })
const ready = async (balance = '1000.00') => {
  const player = await world.player({ balance })
  const account = (await addBank(player)).json.account as { id: string }
  return { player, account }
}
const ask = async (player: Player, accountId: string, amount = '400', headers?: Record<string, string>) =>
  player.post(
    '/player/withdrawals',
    { amount, payout_account_id: accountId, otp: await code(player, accountId, amount) },
    headers,
  )
const act = async (by: typeof cashier, id: string, verb: string, body: object = {}) => {
  const { json } = await by.get(`/staff/withdrawals/${id}`)
  return by.post(`/staff/withdrawals/${id}/${verb}`, { version: json.withdrawal.version, ...body })
}

describe('the code of a withdrawal', () => {
  const send = (who: Player, asked: object) => who.post('/authentication-otp-send', { type: 'withdraw', ...asked })

  it('names the amount and the account, and is not sent without them or for an account of another player', async () => {
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

  it('confirms the same amount in another writing', async () => {
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
    const otp = await codeOf(player, { type: 'payout_account' })
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

  it('needs a right code, and shows only the end of its number', async () => {
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

  it('is added once for its key, also when its code is used up; another account with that key is refused', async () => {
    const player = await world.player()
    const otp = await codeOf(player, { type: 'payout_account' })
    const add = (change: object = {}) =>
      player.post('/player/payout-accounts', { ...bank, ...change, otp }, { 'idempotency-key': 'my-account' })
    const first = await add()
    expect((await add()).json).toEqual(first.json)
    expect(refusal(await add({ number: '62009999999' }))).toEqual([422, 'key_changed'])
    expect((await player.get('/player/payout-accounts')).json.accounts).toHaveLength(1)
  })

  it('is delayed for a day where the operator set that', async () => {
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

describe('a withdrawal', () => {
  beforeAll(async () => {
    cashier = await world.operator('cashier')
    colleague = await world.operator('cashier')
  })

  it('holds its money at once, is approved, paid with a reference, and seen by the player', async () => {
    const { player, account } = await ready()
    const { withdrawal } = (await ask(player, account.id)).json
    expect(withdrawal).toMatchObject({ status: 'pending', amount: '400.00', account: { number: '•••• 4567' } })
    // The clock that its player sees.
    const { expected_minutes } = world.app.features.portal.settings().withdrawals
    expect(Date.parse(withdrawal.expected_by) - Date.parse(withdrawal.requested_at)).toBe(expected_minutes * 60_000)
    expect((await player.get('/player/profile')).json.player).toMatchObject({ chips: '600.00', held: '400.00' })
    const seen = (await cashier.get(`/staff/withdrawals/${withdrawal.id}`)).json.withdrawal
    expect(seen.pay_to).toContainEqual({ label: 'Account number', value: '62001234567' })
    expect((await act(cashier, withdrawal.id, 'approve')).json.withdrawal.state).toBe('approved')
    expect((await act(cashier, withdrawal.id, 'pay', { payment_reference: 'FNB 0001' })).json.withdrawal.state).toBe(
      'paid',
    )
    expect((await player.get('/player/profile')).json.player).toMatchObject({ chips: '600.00', held: '0.00' })
    const { json } = await player.get(`/player/withdrawals/${withdrawal.id}`)
    expect(json.withdrawal.expected_by).toBeNull()
    expect(json.withdrawal.timeline.map((step: { state: string }) => step.state)).toEqual([
      'requested',
      'approved',
      'paid',
    ])
    expect((await player.get('/player/withdraw-history')).json.totals).toEqual({
      in: '0.00',
      out: '400.00',
      net: '-400.00',
    })
  })

  it('that is rejected gives its money back', async () => {
    const { player, account } = await ready()
    const { withdrawal } = (await ask(player, account.id)).json
    await act(cashier, withdrawal.id, 'approve')
    expect(refusal(await act(cashier, withdrawal.id, 'approve'))).toEqual([409, 'withdrawal_state_changed'])
    expect((await act(cashier, withdrawal.id, 'reject', { reason: 'details_wrong' })).json.withdrawal).toMatchObject({
      state: 'rejected',
    })
    for (const [verb, body] of [
      ['pay', { payment_reference: 'X1' }],
      ['reject', { reason: 'other' }],
    ] as const)
      expect(refusal(await act(cashier, withdrawal.id, verb, body))).toEqual([409, 'withdrawal_state_changed'])
    expect((await world.balance(player.id)).cashMinor).toBe(100_000n)
  })

  it.each([
    ['too little', '49.99', 422, 'amount_below_minimum'],
    ['too much', '25000.01', 422, 'amount_above_maximum'],
    ['more than there is', '1000.01', 409, 'insufficient_funds'],
    ['no number', '1e2', 422, 'invalid_fields'],
  ])('of %s is refused', async (_name, amount, status, expected) => {
    const { player, account } = await ready()
    expect(refusal(await ask(player, account.id, amount))).toEqual([status, expected])
    expect((await world.balance(player.id)).cashMinor).toBe(100_000n)
  })

  it('needs a right code, an account of the player’s own and the cookie half', async () => {
    const { player, account } = await ready()
    const other = await ready()
    const body = { amount: '400', payout_account_id: account.id }
    expect(refusal(await player.post('/player/withdrawals', { ...body, otp: '000000' }))).toEqual([422, 'otp_wrong'])
    expect(refusal(await ask(player, other.account.id))).toEqual([404, 'payout_account_missing'])
    const thief = world.visitor()
    thief.use(player.token())
    expect(refusal(await thief.post('/player/withdrawals', { ...body, otp: '000000' }))).toEqual([
      401,
      'session_invalid',
    ])
  })

  it('asked for twice at once is one, and a repeat with its key answers the same', async () => {
    const { player, account } = await ready()
    const otp = await code(player, account.id)
    const send = () =>
      player.post(
        '/player/withdrawals',
        { amount: '400', payout_account_id: account.id, otp },
        { 'idempotency-key': 'w-1' },
      )
    const answers = await Promise.all([send(), send()])
    const good = answers.filter((answer) => answer.status === 200)
    expect(good.length).toBeGreaterThanOrEqual(1)
    const again = await send()
    expect(again.json.withdrawal.id).toBe(good[0]!.json.withdrawal.id)
    expect((await world.balance(player.id)).heldMinor).toBe(40_000n)
    expect((await player.get('/player/withdraw-options')).json.stops).toEqual([
      { code: 'withdrawal_open', text: { code: 'withdrawal_open', params: {} } },
    ])
    await world.clock.advance(120_000)
    expect(refusal(await ask(player, account.id, '100'))).toEqual([409, 'withdrawal_open'])
  })

  it('of a large amount needs two operators', async () => {
    const { player, account } = await ready('20000.00')
    const { withdrawal } = (await ask(player, account.id, '12000')).json
    expect((await act(cashier, withdrawal.id, 'approve')).json.withdrawal.state).toBe('awaiting_second_approval')
    expect(refusal(await act(cashier, withdrawal.id, 'approve'))).toEqual([409, 'same_operator'])
    expect(refusal(await act(cashier, withdrawal.id, 'pay', { payment_reference: 'Y1' }))).toEqual([
      409,
      'withdrawal_state_changed',
    ])
    expect((await act(colleague, withdrawal.id, 'approve')).json.withdrawal.state).toBe('approved')
  })

  it('that is refused at once, or by the second operator, gives its money back', async () => {
    for (const [amount, approvedFirst] of [
      ['400', false],
      ['12000', true],
    ] as const) {
      const { player, account } = await ready('20000.00')
      const { withdrawal } = (await ask(player, account.id, amount)).json
      if (approvedFirst) await act(cashier, withdrawal.id, 'approve')
      const refused = await act(colleague, withdrawal.id, 'reject', { reason: 'details_wrong' })
      expect(refused.json.withdrawal).toMatchObject({ state: 'rejected' })
      expect((await world.balance(player.id)).cashMinor).toBe(2_000_000n)
    }
  })

  it('shows its own warnings in the queue, the gravest first', async () => {
    const warningsOf = async (id: string): Promise<string[]> => {
      const { withdrawals } = (await cashier.get('/staff/withdrawals')).json
      const row = withdrawals.find((candidate: { id: string }) => candidate.id === id)
      return row.warnings.map((warning: { code: string }) => warning.code)
    }
    const ready = async (number: string) => {
      const player = await world.player({ balance: '20000.00' })
      return { player, account: (await addBank(player, { number })).json.account as { id: string } }
    }
    const [one, two, alone] = [await ready('62009990001'), await ready('62009990001'), await ready('62009990002')]
    const asked = async ({ player, account }: typeof one, amount: string) =>
      (await ask(player, account.id, amount)).json.withdrawal.id as string
    const [first, second, third] = [await asked(one, '100'), await asked(two, '12000'), await asked(alone, '100')]
    // The gravest first: a shared account is likely to mean something, the others are notes.
    expect(await warningsOf(first)).toEqual(['account_shared', 'name_unknown', 'account_new', 'new_player'])
    expect(await warningsOf(second)).toEqual(['account_shared', 'name_unknown', 'account_new', 'new_player', 'large'])
    expect(await warningsOf(third)).toEqual(['name_unknown', 'account_new', 'new_player'])
  })

  it('is not paid with the reference of another one', async () => {
    const [one, two] = [await ready(), await ready()]
    for (const [place, { player, account }] of [one, two].entries()) {
      const { withdrawal } = (await ask(player, account.id)).json
      await act(cashier, withdrawal.id, 'approve')
      const paid = await act(cashier, withdrawal.id, 'pay', { payment_reference: place === 0 ? 'SAME-1' : 'same 1' })
      expect(refusal(paid)).toEqual(place === 0 ? [200, undefined] : [409, 'payment_reference_used'])
    }
  })
})
