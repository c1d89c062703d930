import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { multiplierAt, payoutOf, timeOf } from './curve.ts'
import {
  advance,
  answered,
  cashOut,
  requestBet,
  nextWakeMs,
  openRound,
  recover,
  cancelBet,
  type Bet,
  type Table,
  type TableRules,
} from './table.ts'

const rules: TableRules = { bettingMs: 7000, boardingMs: 800, pauseMs: 3000, maxHundredths: 1_000_000 }
const startMs = 1_000_000
const accepted = { isAccepted: true, code: 'ok' }

const open = (crash = 250): Table =>
  openRound(rules, { id: 'c-1', chain: 'c', number: 1, hash: 'a'.repeat(64), crash }, startMs)

const newBet = (id: string, more: Partial<Bet> = {}) => ({
  id,
  seat: 'seat',
  walletSession: 'session',
  player: id,
  name: 'Name',
  panel: 0 as const,
  currency: 'INR',
  stake: 1000n,
  auto: null,
  demo: false,
  ...more,
})

/** A table in flight with one accepted bet. */
function flying(crash = 250, more: Partial<Bet> = {}): { table: Table; takeoffMs: number } {
  const table = open(crash)
  requestBet(table, newBet('b', more), startMs)
  answered(table, table.bets.get('b')!, accepted, startMs + 10)
  advance(table, table.round.takeoffMs)
  return { table, takeoffMs: table.round.takeoffMs }
}
const stateOf = (table: Table, id = 'b') => table.bets.get(id)?.state

describe('the curve', () => {
  test('reaches a multiplier at its time and not a millisecond before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 1_000_000 }), (hundredths) => {
        expect(multiplierAt(timeOf(hundredths))).toBeGreaterThanOrEqual(hundredths)
        expect(multiplierAt(timeOf(hundredths) - 1)).toBeLessThan(hundredths)
      }),
    )
  })
  test('pays in minor units, rounded down', () => {
    expect(payoutOf(999n, 133)).toBe(1328n)
    expect(payoutOf(1_000_000n, 1_000_000)).toBe(10_000_000_000n)
  })
})

describe('betting', () => {
  test('a bet counts once the wallet has accepted the stake', () => {
    const table = open()
    const change = requestBet(table, newBet('b'), startMs)
    expect(change).toMatchObject({ created: [{ id: 'b', state: 'intent', seq: 1 }] })
    answered(table, table.bets.get('b')!, accepted, startMs + 100)
    expect(stateOf(table)).toBe('accepted')
  })
  test('a repeated id changes nothing', () => {
    const table = open()
    requestBet(table, newBet('b'), startMs)
    expect(requestBet(table, newBet('b'), startMs)).toEqual({ round: null, created: [], bets: [] })
  })
  test('a second bet on the same panel is refused, one on the other panel is not', () => {
    const table = open()
    requestBet(table, newBet('b', { player: 'p' }), startMs)
    expect(requestBet(table, newBet('c', { player: 'p' }), startMs)).toBe('panel_taken')
    expect(requestBet(table, newBet('d', { player: 'p', panel: 1 }), startMs)).toMatchObject({ created: [{ id: 'd' }] })
  })
  test('a bet after the window is refused', () => {
    expect(requestBet(open(), newBet('b'), startMs + rules.bettingMs)).toBe('betting_closed')
  })
  test('a stake answered during betting counts, one answered at take-off is returned', () => {
    for (const [atMs, state] of [
      [startMs + 7799, 'accepted'],
      [startMs + 7800, 'rolling'],
    ] as const) {
      const table = open()
      requestBet(table, newBet('b'), startMs)
      answered(table, table.bets.get('b')!, accepted, atMs)
      expect(stateOf(table)).toBe(state)
    }
  })
  test('a stake answered in a later round is returned', () => {
    const table = open()
    requestBet(table, newBet('b'), startMs)
    const old = table.bets.get('b')!
    const later = openRound(rules, { id: 'c-2', chain: 'c', number: 2, hash: 'b', crash: 200 }, startMs + 60_000)
    expect(answered(later, old, accepted, startMs + 60_001).bets).toMatchObject([{ id: 'b', state: 'rolling' }])
  })
  test('a refused stake ends the bet, one without an answer is returned', () => {
    const table = open()
    requestBet(table, newBet('b'), startMs)
    requestBet(table, newBet('c'), startMs)
    answered(table, table.bets.get('b')!, { isAccepted: false, code: 'insufficient_funds' }, startMs)
    answered(table, table.bets.get('c')!, 'unknown', startMs)
    expect(table.bets.get('b')).toMatchObject({ state: 'refused', code: 'insufficient_funds' })
    expect(table.bets.get('c')).toMatchObject({ state: 'rolling', code: 'wallet_unknown' })
  })
  test('a bet can be cancelled until betting closes, only by its owner', () => {
    const table = open()
    requestBet(table, newBet('b'), startMs)
    answered(table, table.bets.get('b')!, accepted, startMs)
    expect(cancelBet(table, 'b', 'other', startMs)).toBe('bet_unknown')
    expect(cancelBet(table, 'b', 'b', startMs + 7000)).toBe('too_late')
    cancelBet(table, 'b', 'b', startMs + 6999)
    expect(table.bets.get('b')).toMatchObject({ state: 'rolling', code: 'cancelled' })
  })
})

describe('flight', () => {
  test('a cash-out pays the multiplier at its arrival', () => {
    const { table, takeoffMs } = flying(1000)
    cashOut(table, 'b', 'b', takeoffMs + timeOf(200))
    expect(table.bets.get('b')).toMatchObject({ state: 'cashed', cashedAt: 200, payout: 2000n })
  })
  test('a repeated cash-out changes nothing', () => {
    const { table, takeoffMs } = flying(1000)
    cashOut(table, 'b', 'b', takeoffMs + timeOf(200))
    expect(cashOut(table, 'b', 'b', takeoffMs + timeOf(300))).toEqual({ round: null, created: [], bets: [] })
    expect(table.bets.get('b')).toMatchObject({ cashedAt: 200 })
  })
  test('the last millisecond pays, the crash does not', () => {
    const before = flying(250)
    cashOut(before.table, 'b', 'b', before.takeoffMs + timeOf(250) - 1)
    expect(before.table.bets.get('b')).toMatchObject({ state: 'cashed', cashedAt: 249 })
    const at = flying(250)
    expect(cashOut(at.table, 'b', 'b', at.takeoffMs + timeOf(250))).toBe('too_late')
  })
  test('nobody cashes out another player’s bet, or one that is not flying', () => {
    const { table, takeoffMs } = flying()
    expect(cashOut(table, 'b', 'other', takeoffMs + 10)).toBe('bet_unknown')
    const waiting = open()
    requestBet(waiting, newBet('b'), startMs)
    expect(cashOut(waiting, 'b', 'b', startMs + 1)).toBe('not_flying')
  })
  test('an automatic cash-out pays its target, even if the timer is late', () => {
    const { table, takeoffMs } = flying(1000, { auto: 150 })
    expect(nextWakeMs(table)).toBe(takeoffMs + timeOf(150))
    advance(table, takeoffMs + timeOf(400))
    expect(table.bets.get('b')).toMatchObject({ state: 'cashed', cashedAt: 150, payout: 1500n })
  })
  test('a target equal to the crash point wins, one above loses', () => {
    for (const [auto, state] of [
      [250, 'cashed'],
      [251, 'lost'],
    ] as const) {
      const { table, takeoffMs } = flying(250, { auto })
      advance(table, takeoffMs + timeOf(250))
      expect(table.round.phase).toBe('over')
      advance(table, takeoffMs + timeOf(250))
      expect(stateOf(table)).toBe(state)
    }
  })
  test('a crash at 1.00 takes off and ends in one step', () => {
    const { table, takeoffMs } = flying(100, { auto: 101 })
    expect(table.round).toMatchObject({ phase: 'over', crash: 100 })
    advance(table, takeoffMs)
    expect(stateOf(table)).toBe('lost')
  })
  test('a crash is one step, and its lost stakes are the next', () => {
    const { table, takeoffMs } = flying(250, { auto: 900 })
    const crash = advance(table, takeoffMs + timeOf(250))
    expect(crash.round).toMatchObject({ phase: 'over' })
    expect(crash.bets).toEqual([])
    expect(cashOut(table, 'b', table.bets.get('b')!.player, takeoffMs + timeOf(250))).toBe('too_late')
    expect(advance(table, takeoffMs + timeOf(250)).bets).toMatchObject([{ id: 'b', state: 'lost', payout: 0n }])
    expect(advance(table, takeoffMs + timeOf(300)).bets).toEqual([])
  })
  test('at the highest multiplier all bets are cashed out', () => {
    const { table, takeoffMs } = flying(5_000_000)
    advance(table, takeoffMs + timeOf(1_000_000))
    expect(table.bets.get('b')).toMatchObject({ state: 'cashed', cashedAt: 1_000_000 })
    expect(table.round.phase).toBe('over')
  })
})

describe('recovery after an interruption', () => {
  const again = (table: Table, nowMs: number) => recover(rules, table.round, [...table.bets.values()], nowMs)
  const withBet = () => {
    const table = open()
    requestBet(table, newBet('b'), startMs)
    answered(table, table.bets.get('b')!, accepted, startMs)
    requestBet(table, newBet('c'), startMs)
    return table
  }
  test('open betting continues; a stake whose answer was lost is returned', () => {
    const { table } = again(withBet(), startMs + 3000)
    expect(table.round.phase).toBe('betting')
    expect(stateOf(table)).toBe('accepted')
    expect(table.bets.get('c')).toMatchObject({ state: 'rolling', code: 'interrupted' })
  })
  test('a round that missed its take-off is void and returns every stake', () => {
    const { table } = again(withBet(), startMs + 20_000)
    expect(table.round.phase).toBe('void')
    expect(stateOf(table)).toBe('rolling')
  })
  test('a flight continues, and a target reached meanwhile is paid', () => {
    const { table, takeoffMs } = flying(1000, { auto: 150 })
    const back = again(table, takeoffMs + timeOf(300))
    expect(back.table.round.phase).toBe('flight')
    advance(back.table, takeoffMs + timeOf(300))
    expect(back.table.bets.get('b')).toMatchObject({ state: 'cashed', cashedAt: 150 })
  })
  test('a flight that ended meanwhile pays the targets it reached and returns the other stakes', () => {
    const reached = flying(250, { auto: 150 })
    expect(stateOf(again(reached.table, reached.takeoffMs + 600_000).table)).toBe('cashed')
    const open = flying(250, { auto: 900 })
    expect(stateOf(again(open.table, open.takeoffMs + 600_000).table)).toBe('rolling')
  })
})

test('each bet ends once and never above the limit of the round, in any order of events', () => {
  const event = fc.record({
    kind: fc.constantFrom('bet', 'yes', 'no', 'unknown', 'cash_out', 'cancel', 'time', 'crash'),
    who: fc.integer({ min: 0, max: 3 }),
    waitMs: fc.integer({ min: 0, max: 9000 }),
    auto: fc.option(fc.integer({ min: 101, max: 600 })),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), fc.integer({ min: 100, max: 700 }), (events, crash) => {
      let table = open(crash)
      let nowMs = startMs
      let bets = 0
      for (const { kind, who, waitMs, auto } of events) {
        nowMs += waitMs
        advance(table, nowMs)
        const mine = [...table.bets.values()].filter((bet) => bet.player === `p${who}`).at(-1)
        if (kind === 'bet') requestBet(table, newBet(`b${bets++}`, { player: `p${who}`, auto }), nowMs)
        if (kind === 'crash') table = recover(rules, table.round, [...table.bets.values()], nowMs).table
        if (!mine) continue
        if (kind === 'yes') answered(table, mine, accepted, nowMs)
        if (kind === 'no') answered(table, mine, { isAccepted: false, code: 'limit_reached' }, nowMs)
        if (kind === 'unknown') answered(table, mine, 'unknown', nowMs)
        if (kind === 'cash_out') cashOut(table, mine.id, mine.player, nowMs)
        if (kind === 'cancel') cancelBet(table, mine.id, mine.player, nowMs)
      }
      for (const bet of table.bets.values()) answered(table, bet, 'unknown', nowMs)
      // Take-off, crash, lost stakes.
      for (const laterMs of [600_000, 1_200_000, 1_200_000]) advance(table, nowMs + laterMs)
      for (const bet of table.bets.values()) {
        expect(['refused', 'rolling', 'cashed', 'lost']).toContain(bet.state)
        if (bet.state !== 'cashed') expect(bet.payout).toBe(0n)
        else expect(bet.payout).toBe(payoutOf(bet.stake, bet.cashedAt!))
        if (bet.cashedAt !== null) expect(bet.cashedAt).toBeLessThanOrEqual(table.round.crash)
        if (bet.auto !== null && bet.cashedAt !== null) expect(bet.cashedAt).toBeLessThanOrEqual(bet.auto)
      }
      const panels = [...table.bets.values()].filter((bet) => bet.state === 'cashed' || bet.state === 'lost')
      expect(new Set(panels.map((bet) => bet.player)).size).toBe(panels.length)
    }),
    { numRuns: 400 },
  )
})
