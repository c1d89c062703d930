import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seatOf } from '../../../test/game-seat.ts'
import { addBankAccount } from '../../../test/api-calls.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { monthsLater, periodBounds } from './rules.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

type Player = Awaited<ReturnType<World['player']>>
const dayMs = 86_400_000
let references = 0
const deposit = (player: Player, amount: string) =>
  player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', {
    manual_deposit_id: '2',
    amount,
    utr: `LIMIT${++references}`,
  })
const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const setLimit = async (player: Player, kind: string, period: string, amount: string) => {
  const answer = await player.put('/player/limits', { kind, period, amount })
  expect(answer.status).toBe(200)
}
const limitOf = async (player: Player, kind: string, period: string) =>
  (await player.get('/player/limits')).json.limits.find(
    (limit: { kind: string; period: string }) => limit.kind === kind && limit.period === period,
  )

describe('a deposit limit', () => {
  it('applies at once, counts open and credited deposits, and returns the remainder', async () => {
    const player = await world.player({ balance: '300.00' })
    await setLimit(player, 'deposit', 'day', '1000')
    expect(await limitOf(player, 'deposit', 'day')).toMatchObject({
      amount: '1000.00',
      used: '300.00',
      remaining: '700.00',
      // Midnight in Namibia, two hours ahead of UTC.
      resets_at: '2026-11-21T22:00:00.000Z',
    })
    expect((await deposit(player, '500')).status).toBe(200)
    const past = await deposit(player, '200.01')
    expect(refusal(past)).toEqual([409, 'deposit_limit_reached'])
    expect(past.json.errors.amount).toEqual(['This would exceed your deposit limit.'])
    expect((await deposit(player, '200')).status).toBe(200)
  })

  it('is not exceeded by concurrent deposits', async () => {
    const player = await world.player()
    await setLimit(player, 'deposit', 'week', '1000')
    const answers = await Promise.all(['600', '600', '600'].map((amount) => deposit(player, amount)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409])
  })

  it('is lowered at once; a raise needs a day and a confirmation, and may be cancelled', async () => {
    const player = await world.player()
    const set = (amount: string | null) => player.put('/player/limits', { kind: 'deposit', period: 'month', amount })
    const confirm = (keep?: boolean) =>
      player.post('/player/limits/confirm', { kind: 'deposit', period: 'month', keep })
    await set('1000')
    expect((await set('400')).json.text).toEqual({ code: 'limit_set', params: {} })
    expect(await limitOf(player, 'deposit', 'month')).toMatchObject({ amount: '400.00', pending: null })
    expect((await set('2000')).json.text).toEqual({ code: 'limit_pending', params: {} })
    expect(await limitOf(player, 'deposit', 'month')).toMatchObject({
      amount: '400.00',
      pending: { amount: '2000.00' },
    })
    expect(refusal(await confirm())).toEqual([409, 'limit_still_waiting'])
    // Nothing happens automatically: a day later the old limit applies until the new one is confirmed.
    await passDays(1)
    player.browser.use((await signIn(player)).token)
    expect(refusal(await deposit(player, '500'))).toEqual([409, 'deposit_limit_reached'])
    expect((await confirm()).status).toBe(200)
    expect((await deposit(player, '500')).status).toBe(200)
    expect(refusal(await confirm())).toEqual([409, 'limit_not_pending'])
    await set(null)
    expect(await limitOf(player, 'deposit', 'month')).toMatchObject({ amount: '2000.00', pending: { amount: null } })
    expect((await confirm(true)).status).toBe(200)
    expect(await limitOf(player, 'deposit', 'month')).toMatchObject({ amount: '2000.00', pending: null })
    await set(null)
    await passDays(1)
    player.browser.use((await signIn(player)).token)
    await confirm()
    expect(await limitOf(player, 'deposit', 'month')).toMatchObject({ amount: null, remaining: null })
  })

  it.each(['0', '-1', '1e3', 'x', '0.001'])('of %s is refused', async (amount) => {
    const player = await world.player()
    expect((await player.put('/player/limits', { kind: 'stake', period: 'day', amount })).status).toBe(422)
  })
})

describe('a stake limit', () => {
  it('refuses a bet above it, counts stakes from before it was set, and repeats earlier answers', async () => {
    const player = await world.player({ balance: '100.00' })
    const seat = await seatOf(world, player)
    await seat.play(1_000)
    await setLimit(player, 'stake', 'day', '20')
    expect(await seat.bet(500, 'stake-a')).toMatchObject({ code: 'ok', balance: 8_500 })
    expect(await seat.bet(501, 'stake-b')).toMatchObject({ status: 200, code: 'limit_reached', balance: 8_500 })
    expect(await seat.bet(500, 'stake-c')).toMatchObject({ code: 'ok' })
    expect(await seat.bet(500, 'stake-a')).toMatchObject({ code: 'ok', balance: 8_500 })
    expect(await seat.betwin(1, 5)).toMatchObject({ code: 'limit_reached' })
    expect(await limitOf(player, 'stake', 'day')).toMatchObject({ used: '20.00', remaining: '0.00' })
    // Returned stakes do not count; winnings change nothing here.
    await seat.win('stake-a', 5_000)
    expect(await seat.bet(1)).toMatchObject({ code: 'limit_reached' })
    await seat.rollback('stake-c')
    expect(await seat.bet(500)).toMatchObject({ code: 'ok' })
  })

  it('is not exceeded by concurrent bets', async () => {
    const player = await world.player({ balance: '100.00' })
    const seat = await seatOf(world, player)
    await setLimit(player, 'stake', 'week', '5')
    const answers = await Promise.all(Array.from({ length: 12 }, () => seat.bet(100)))
    expect(answers.filter((answer) => answer.code === 'ok')).toHaveLength(5)
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set(['ok', 'limit_reached']))
  })
})

describe('a loss limit', () => {
  it('counts stakes minus winnings, with open stakes as lost', async () => {
    const player = await world.player({ balance: '100.00' })
    const seat = await seatOf(world, player)
    await setLimit(player, 'loss', 'day', '10')
    expect(await seat.bet(1_000, 'loss-a')).toMatchObject({ code: 'ok' })
    expect(await seat.bet(1, 'loss-b')).toMatchObject({ code: 'limit_reached' })
    await seat.win('loss-a', 1_500)
    expect(await seat.bet(1_500)).toMatchObject({ code: 'ok' })
    expect(await seat.bet(1)).toMatchObject({ code: 'limit_reached' })
    await world.clock.advance(dayMs)
    expect(await seat.bet(1_000)).toMatchObject({ code: 'ok' })
  })
})

describe('a break', () => {
  it('stops stakes, launches and deposits for its time, never a withdrawal', async () => {
    const player = await world.player({ balance: '500.00' })
    const seat = await seatOf(world, player)
    const account = await addBankAccount(world, player)
    const taken = await player.post('/player/time-out', { days: 1 })
    expect(taken.json).toMatchObject({ block: { kind: 'time_out', until: expect.any(String) } })
    expect(await seat.bet(100)).toMatchObject({ code: 'bet_not_allowed' })
    expect(refusal(await player.post('/games/dhow/launch', {}))).toEqual([403, 'play_blocked'])
    expect(refusal(await deposit(player, '500'))).toEqual([403, 'deposits_blocked'])
    const details = await player.get('/player/deposit-namibia/manual-deposit/get-payment-details')
    expect(refusal(details)).toEqual([403, 'deposits_blocked'])
    expect((await player.get('/player/deposit-options')).json.stops).toEqual([
      { code: 'on_break', applies_to: 'all', until: taken.json.block.until },
    ])
    await world.clock.advance(31_000)
    await player.post('/authentication-otp-send', {
      type: 'withdraw',
      amount: '400',
      payout_account_id: account.json.account.id,
    })
    const paid = await player.post('/player/withdrawals', {
      amount: '400',
      payout_account_id: account.json.account.id,
      otp: await world.inbox.code(player.mobile),
    })
    expect(paid.status).toBe(200)
    await world.clock.advance(dayMs)
    expect(await seat.bet(100)).toMatchObject({ code: 'ok' })
  })

  it('for good needs a typed confirmation and cannot be lifted; an operator’s block can', async () => {
    const player = await world.player()
    expect((await player.post('/player/self-exclusion', { months: null, confirm: 'yes' })).status).toBe(422)
    expect((await player.post('/player/self-exclusion', { months: 3, confirm: 'EXCLUDE' })).status).toBe(422)
    const boss = await world.operator('manager')
    const path = `/staff/players/${player.id}/play-block`
    await boss.post(path, { blocked: true, reason: 'a look at the account' })
    expect((await player.get('/player/limits')).json.block).toMatchObject({ kind: 'operator', until: null })
    await boss.post(path, { blocked: false, reason: 'all is well' })
    expect((await player.get('/player/limits')).json.block).toBeNull()
    await player.post('/player/self-exclusion', { months: null, confirm: 'EXCLUDE' })
    await boss.post(path, { blocked: false, reason: 'the player asked' })
    expect((await player.get('/player/limits')).json.block).toMatchObject({ kind: 'self_exclusion', until: null })
    expect(refusal(await deposit(player, '500'))).toEqual([403, 'deposits_blocked'])
    const { blocks } = (await boss.get(`/staff/players/${player.id}/limits`)).json
    expect(blocks.map((block: { kind: string }) => block.kind).sort()).toEqual(['operator', 'self_exclusion'])
    const trail = (await boss.get(`/staff/audit?subject=${player.id}`)).json
    expect(JSON.stringify(trail)).toContain('player.unblock-play')
    expect(refusal(await (await world.operator('cashier')).post(path, { blocked: true, reason: 'whatever' }))).toEqual([
      403,
      'staff_forbidden',
    ])
  })
})

describe('periods', () => {
  it('begin at midnight, on Monday and on the first, in the market’s time', () => {
    const at = new Date('2026-11-21T20:00:00Z')
    const starts = (currency: 'NAD' | 'INR') =>
      (['day', 'week', 'month'] as const).map((period) => periodBounds(period, currency, at).from.toISOString())
    expect(starts('NAD')).toEqual(['2026-11-20T22:00:00.000Z', '2026-11-15T22:00:00.000Z', '2026-10-31T22:00:00.000Z'])
    expect(starts('INR')).toEqual(['2026-11-21T18:30:00.000Z', '2026-11-15T18:30:00.000Z', '2026-10-31T18:30:00.000Z'])
    expect(periodBounds('month', 'NAD', at).until.toISOString()).toBe('2026-11-30T22:00:00.000Z')
    expect(monthsLater(new Date('2026-08-31T10:00:00Z'), 6).toISOString()).toBe('2027-02-28T10:00:00.000Z')
  })
})

/** Advances by days in steps that keep jobs running. */
async function passDays(days: number) {
  for (let day = 0; day < days; day++) await world.clock.advance(dayMs)
}

async function signIn(player: Player): Promise<{ token: string }> {
  return (await player.browser.post('/login', { mobile: player.mobile, password: player.password })).json
}
