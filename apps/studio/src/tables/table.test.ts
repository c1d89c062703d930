import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dragonTiger } from './games/dragon-tiger.ts'
import { dealingMs, type TableGame } from './rules.ts'
import {
  advance,
  answered,
  requestBets,
  nextWakeMs,
  openRound,
  outcomeOf,
  recover,
  cancelBets,
  type NewBet,
  type Table,
  type TableRules,
} from './table.ts'

/** The state machine of a shared table, in any order of events. */
const game = dragonTiger as TableGame
const rules: TableRules = {
  game,
  salt: 'salt',
  bettingMs: 15_000,
  closingMs: 800,
  pauseMs: 5000,
  pace: 100,
  most: () => 10_000n,
}
const startMs = 1_000_000
const dealsMs = startMs + 15_800
const accepted = { isAccepted: true, code: 'ok' }
const open = (): Table => openRound(rules, { id: 'c-1', chain: 'c', number: 1, hash: 'ab'.repeat(32) }, startMs)
const settlesMs = dealsMs + dealingMs(game, outcomeOf(rules, open().round), 100)
const newBet = (id: string, more: Partial<NewBet> = {}): NewBet => ({
  id,
  seat: 'seat',
  walletSession: 'session',
  player: 'anna',
  name: 'Anna',
  field: 'dragon',
  currency: 'INR',
  stake: 1000n,
  demo: false,
  ...more,
})
const stateOf = (table: Table, id = 'b') => table.bets.get(id)?.state

describe('betting', () => {
  test('several stakes of one command are accepted together, in order', () => {
    const table = open()
    const change = requestBets(table, [newBet('b'), newBet('c', { field: 'tie' })], startMs)
    expect(change).toMatchObject({
      created: [
        { id: 'b', seq: 1 },
        { id: 'c', seq: 2, state: 'intent' },
      ],
    })
    expect(requestBets(table, [newBet('b'), newBet('c', { field: 'tie' })], startMs)).toMatchObject({ created: [] })
  })
  test('refuses stakes once betting has closed', () => {
    expect(requestBets(open(), [newBet('b')], startMs + 15_000)).toBe('betting_closed')
  })
  test('a field takes a player’s stakes up to its limit over several commands, regardless of other players’', () => {
    const table = open()
    requestBets(table, [newBet('b', { stake: 6000n })], startMs)
    expect(requestBets(table, [newBet('c', { stake: 4001n })], startMs)).toBe('stake_out_of_range')
    expect(requestBets(table, [newBet('d', { stake: 4001n, player: 'john' })], startMs)).toMatchObject({
      created: [{ id: 'd' }],
    })
    expect(requestBets(table, [newBet('e', { stake: 4000n })], startMs)).toMatchObject({ created: [{ id: 'e' }] })
    // Refused and returned stakes are not on the field.
    answered(table, table.bets.get('e')!, { isAccepted: false, code: 'insufficient_funds' }, startMs)
    expect(requestBets(table, [newBet('f', { stake: 4000n })], startMs)).toMatchObject({ created: [{ id: 'f' }] })
  })
  test('a command that exceeds a limit is refused as a whole', () => {
    const table = open()
    expect(requestBets(table, [newBet('b'), newBet('c', { stake: 20_000n })], startMs)).toBe('stake_out_of_range')
    expect(table.bets.size).toBe(0)
  })
  test('a stake answered before the first card counts, one answered at it is returned', () => {
    for (const [atMs, state] of [
      [dealsMs - 1, 'accepted'],
      [dealsMs, 'rolling'],
    ] as const) {
      const table = open()
      requestBets(table, [newBet('b')], startMs)
      answered(table, table.bets.get('b')!, accepted, atMs)
      expect(stateOf(table)).toBe(state)
    }
  })
  test('a player’s stakes can be cancelled until betting closes, without affecting others', () => {
    const table = open()
    requestBets(table, [newBet('b'), newBet('c')], startMs)
    requestBets(table, [newBet('d', { player: 'john' })], startMs)
    for (const id of ['b', 'c', 'd']) answered(table, table.bets.get(id)!, accepted, startMs)
    expect(cancelBets(table, 'anna', startMs + 15_000)).toBe('too_late')
    cancelBets(table, 'anna', startMs + 14_999)
    expect([stateOf(table, 'b'), stateOf(table, 'c'), stateOf(table, 'd')]).toEqual(['rolling', 'rolling', 'accepted'])
  })
})

describe('dealing', () => {
  test('starts at the table’s time, lasts as long as its cards take, and then settles every stake', () => {
    const table = open()
    requestBets(table, [newBet('b'), newBet('c', { field: 'tiger' }), newBet('d', { field: 'tie' })], startMs)
    for (const bet of [...table.bets.values()]) answered(table, bet, accepted, startMs)
    expect(nextWakeMs(table)).toBe(dealsMs)
    expect(advance(table, dealsMs - 1).round).toBeNull()
    expect(advance(table, dealsMs).round).toMatchObject({ phase: 'dealing', dealtMs: dealsMs, settlesMs })
    expect(nextWakeMs(table)).toBe(settlesMs)
    expect(advance(table, settlesMs - 1)).toEqual({ round: null, created: [], bets: [] })
    const outcome = outcomeOf(rules, table.round)
    advance(table, settlesMs)
    expect(table.round.phase).toBe('settled')
    for (const bet of table.bets.values()) {
      const back = BigInt(game.returns(bet.field, outcome))
      expect(bet).toMatchObject({ payout: (1000n * back) / 100n, state: back > 0n ? 'won' : 'lost' })
    }
    expect(nextWakeMs(table)).toBeNull()
  })
})

describe('recovery after an interruption', () => {
  test('the round continues in any phase; a stake whose answer was lost is returned', () => {
    for (const [backMs, phase] of [
      [startMs + 1000, 'betting'],
      [dealsMs - 100, 'betting'],
      [dealsMs + 60_000, 'dealing'],
    ] as const) {
      const table = open()
      requestBets(table, [newBet('b'), newBet('c')], startMs)
      answered(table, table.bets.get('b')!, accepted, startMs)
      const back = recover(rules, table.round, [...table.bets.values()])
      expect(back.change.bets).toMatchObject([{ id: 'c', state: 'rolling', code: 'interrupted' }])
      advance(back.table, backMs)
      expect(back.table.round.phase).toBe(phase)
      advance(back.table, backMs + 120_000)
      advance(back.table, backMs + 240_000)
      expect(['won', 'lost']).toContain(stateOf(back.table))
      expect(stateOf(back.table, 'c')).toBe('rolling')
    }
  })
})

test('each stake ends once and pays the return of its field, in any order of events', () => {
  const event = fc.record({
    kind: fc.constantFrom('bet', 'yes', 'no', 'unknown', 'cancel', 'time', 'crash'),
    who: fc.integer({ min: 0, max: 3 }),
    field: fc.constantFrom(...game.fields),
    waitMs: fc.integer({ min: 0, max: 9000 }),
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let table = open()
      let nowMs = startMs
      let bets = 0
      for (const { kind, who, field, waitMs } of events) {
        nowMs += waitMs
        advance(table, nowMs)
        const player = `p${who}`
        const mine = [...table.bets.values()].filter((bet) => bet.player === player).at(-1)
        if (kind === 'bet') requestBets(table, [newBet(`b${bets++}`, { player, field })], nowMs)
        if (kind === 'crash') table = recover(rules, table.round, [...table.bets.values()]).table
        if (kind === 'cancel') cancelBets(table, player, nowMs)
        if (!mine) continue
        if (kind === 'yes') answered(table, mine, accepted, nowMs)
        if (kind === 'no') answered(table, mine, { isAccepted: false, code: 'limit_reached' }, nowMs)
        if (kind === 'unknown') answered(table, mine, 'unknown', nowMs)
      }
      for (const bet of table.bets.values()) answered(table, bet, 'unknown', nowMs)
      advance(table, nowMs + 600_000)
      advance(table, nowMs + 1_200_000)
      const outcome = outcomeOf(rules, table.round)
      for (const bet of table.bets.values()) {
        expect(['refused', 'rolling', 'won', 'lost']).toContain(bet.state)
        const due = (bet.stake * BigInt(game.returns(bet.field, outcome))) / 100n
        expect(bet.payout).toBe(bet.state === 'won' || bet.state === 'lost' ? due : 0n)
        expect(bet.state === 'won').toBe(bet.payout > 0n)
      }
    }),
    { numRuns: 400 },
  )
})
