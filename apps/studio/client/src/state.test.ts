import { describe, expect, test } from 'vitest'
import type { ToPage } from '../../src/crash/messages.ts'
import { apply, emptyState, type GameState } from './state.ts'

const after = (messages: ToPage[], from: GameState = emptyState): GameState | 'gap' => {
  let state = from
  for (const message of messages) {
    const next = apply(state, message)
    if (next === 'gap') return 'gap'
    state = next
  }
  return state
}
const round: ToPage[] = [
  { t: 'open', n: 1, no: 7, closes: 1000, takeoff: 1800 },
  { t: 'bets', n: 2, add: [[1, 'an', 500, 'INR', 0]], drop: [], cashOuts: [], count: 1 },
  { t: 'fly', n: 3, at: 1800 },
  { t: 'bets', n: 4, add: [], drop: [], cashOuts: [[1, 150]], count: 1 },
  { t: 'crash', n: 5, no: 7, crash: 212, hash: 'a' },
]

describe('the page’s state', () => {
  test('follows a round through its events', () => {
    expect(after(round)).toMatchObject({
      n: 5,
      round: { no: 7, phase: 'over', started: 1800, crash: 212 },
      last: [[7, 212]],
      list: new Map([[1, { name: 'an•••', stake: 500, currency: 'INR', cashedOutAt: 150 }]]),
    })
  })
  test('detects a missing event, and applies a repeated one once', () => {
    expect(after([round[0]!, round[2]!])).toBe('gap')
    expect(after([...round, round[4]!])).toMatchObject({ n: 5, last: [[7, 212]] })
  })
  test('a snapshot fills the gap', () => {
    const snapshot: ToPage = {
      t: 'snap',
      n: 41,
      now: 1,
      chain: 'dhow-1',
      round: { no: 9, phase: 'flight', closes: 1, takeoff: 2, started: 2, crash: null },
      list: [[3, 'jo', 900, 'NAD', 0]],
      count: 12,
      last: [[8, 100]],
    }
    const mended = after([...round, snapshot, { t: 'crash', n: 42, no: 9, crash: 305, hash: 'b' }])
    expect(mended).toMatchObject({
      n: 42,
      count: 12,
      list: new Map([[3, { name: 'jo•••', stake: 900, currency: 'NAD', cashedOutAt: 0 }]]),
      last: [
        [9, 305],
        [8, 100],
      ],
      chain: 'dhow-1',
    })
  })
  test('keeps the last fifty rounds, newest first', () => {
    const rounds = Array.from({ length: 60 }, (_, no): ToPage => ({
      t: 'crash',
      n: no + 1,
      no,
      crash: 100 + no,
      hash: '',
    }))
    const state = after(rounds) as GameState
    expect([state.last.length, state.last[0], state.last.at(-1)]).toEqual([50, [59, 159], [10, 110]])
  })
  test('the balance is the wallet’s newest', () => {
    const bets: ToPage = { t: 'mine', bets: [] }
    expect(after([{ ...bets, balance: 900 }, bets])).toMatchObject({ balance: 900 })
  })
})
