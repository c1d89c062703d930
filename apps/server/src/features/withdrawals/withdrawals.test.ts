import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRequests } from '../../../test/payouts.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let cashier: Awaited<ReturnType<World['operator']>>
let colleague: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const { code, addBank, ready, ask } = openRequests(() => world)
const decide = async (by: typeof cashier, id: string, verb: string, body: object = {}) => {
  const { json } = await by.get(`/staff/withdrawals/${id}`)
  return by.post(`/staff/withdrawals/${id}/${verb}`, { version: json.withdrawal.version, ...body })
}

describe('a withdrawal', () => {
  beforeAll(async () => {
    cashier = await world.operator('cashier')
    colleague = await world.operator('cashier')
  })

  it('holds its money at once, is approved and paid with a reference, and shown to the player', async () => {
    const { player, account } = await ready()
    const { withdrawal } = (await ask(player, account.id)).json
    expect(withdrawal).toMatchObject({ status: 'pending', amount: '400.00', account: { number: '•••• 4567' } })
    // Clock time for the player.
    const { expected_minutes } = world.app.features.portal.settings().withdrawals
    expect(Date.parse(withdrawal.expected_by) - Date.parse(withdrawal.requested_at)).toBe(expected_minutes * 60_000)
    expect((await player.get('/player/profile')).json.player).toMatchObject({ chips: '600.00', held: '400.00' })
    const seen = (await cashier.get(`/staff/withdrawals/${withdrawal.id}`)).json.withdrawal
    expect(seen.pay_to).toContainEqual({ field: 'account_number', value: '62001234567' })
    expect((await decide(cashier, withdrawal.id, 'approve')).json.withdrawal.state).toBe('approved')
    expect((await decide(cashier, withdrawal.id, 'pay', { payment_reference: 'FNB 0001' })).json.withdrawal.state).toBe(
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

  it('returns its money if it is rejected', async () => {
    const { player, account } = await ready()
    const { withdrawal } = (await ask(player, account.id)).json
    await decide(cashier, withdrawal.id, 'approve')
    expect(refusal(await decide(cashier, withdrawal.id, 'approve'))).toEqual([409, 'withdrawal_state_changed'])
    expect((await decide(cashier, withdrawal.id, 'reject', { reason: 'details_wrong' })).json.withdrawal).toMatchObject(
      {
        state: 'rejected',
      },
    )
    for (const [verb, body] of [
      ['pay', { payment_reference: 'X1' }],
      ['reject', { reason: 'other' }],
    ] as const)
      expect(refusal(await decide(cashier, withdrawal.id, verb, body))).toEqual([409, 'withdrawal_state_changed'])
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

  it('needs the right code, the player’s own account and the session cookie', async () => {
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

  it('requested twice concurrently is one, and a repeat with its key gets the same answer', async () => {
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
    expect((await decide(cashier, withdrawal.id, 'approve')).json.withdrawal.state).toBe('awaiting_second_approval')
    expect(refusal(await decide(cashier, withdrawal.id, 'approve'))).toEqual([409, 'same_operator'])
    expect(refusal(await decide(cashier, withdrawal.id, 'pay', { payment_reference: 'Y1' }))).toEqual([
      409,
      'withdrawal_state_changed',
    ])
    expect((await decide(colleague, withdrawal.id, 'approve')).json.withdrawal.state).toBe('approved')
  })

  it('rejected at once, or by the second operator, returns its money', async () => {
    for (const [amount, approvedFirst] of [
      ['400', false],
      ['12000', true],
    ] as const) {
      const { player, account } = await ready('20000.00')
      const { withdrawal } = (await ask(player, account.id, amount)).json
      if (approvedFirst) await decide(cashier, withdrawal.id, 'approve')
      const refused = await decide(colleague, withdrawal.id, 'reject', { reason: 'details_wrong' })
      expect(refused.json.withdrawal).toMatchObject({ state: 'rejected' })
      expect((await world.balance(player.id)).cashMinor).toBe(2_000_000n)
    }
  })

  it('shows its own warnings in the queue, the most serious first', async () => {
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
    // Most severe first: a shared account probably matters, the others are notes.
    expect(await warningsOf(first)).toEqual(['account_shared', 'name_unknown', 'account_new', 'new_player'])
    expect(await warningsOf(second)).toEqual(['account_shared', 'name_unknown', 'account_new', 'new_player', 'large'])
    expect(await warningsOf(third)).toEqual(['name_unknown', 'account_new', 'new_player'])
  })

  it('is not paid with the reference of another one', async () => {
    const [one, two] = [await ready(), await ready()]
    for (const [index, { player, account }] of [one, two].entries()) {
      const { withdrawal } = (await ask(player, account.id)).json
      await decide(cashier, withdrawal.id, 'approve')
      const paid = await decide(cashier, withdrawal.id, 'pay', { payment_reference: index === 0 ? 'SAME-1' : 'same 1' })
      expect(refusal(paid)).toEqual(index === 0 ? [200, undefined] : [409, 'payment_reference_used'])
    }
  })
})
