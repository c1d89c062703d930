import { describe, expect, test } from 'vitest'
import type { OwnBet, ToPage } from '../../../src/tables/messages.ts'
import { apply, emptyState, type TableState } from './state.ts'

/** Result of a round by its hash. */
const resultOf = (hash: string) => (hash === 'ab' ? 'dragon' : 'tie')
const after = (state: TableState, ...messages: ToPage[]): TableState | 'gap' => {
  let now: TableState = state
  for (const message of messages) {
    const next = apply(now, message, resultOf)
    if (next === 'gap') return 'gap'
    now = next
  }
  return now
}
const open: ToPage = { t: 'open', n: 1, no: 7, closes: 1000, deals: 1800 }
const deal: ToPage = { t: 'deal', n: 2, no: 7, at: 1800, hash: 'ab' }
const settled: ToPage = { t: 'settled', n: 3, no: 7 }
const bet = (id: string, more: Partial<OwnBet> = {}): OwnBet => ({
  id,
  no: 7,
  field: 0,
  stake: 100,
  state: 'accepted',
  payout: 0,
  code: null,
  ...more,
})

describe('events', () => {
  test('follow a round; its result is known only once it is settled', () => {
    expect(after(emptyState, open)).toMatchObject({ round: { no: 7, phase: 'betting', hash: null }, last: [] })
    expect(after(emptyState, open, deal)).toMatchObject({ round: { phase: 'dealing', at: 1800, hash: 'ab' }, last: [] })
    expect(after(emptyState, open, deal, settled)).toMatchObject({ round: { phase: 'settled' }, last: [[7, 'dragon']] })
  })
  test('a missing one needs a snapshot, a repeated one changes nothing', () => {
    expect(after(emptyState, open, settled)).toBe('gap')
    const state = after(emptyState, open, deal) as TableState
    expect(apply(state, open, resultOf)).toBe(state)
  })
  test('sums by field replace earlier ones, and are cleared with the next round', () => {
    const first: ToPage = { t: 'totals', n: 2, fields: [[0, 1, ['INR', 100]]] }
    const second: ToPage = { t: 'totals', n: 3, fields: [[0, 2, ['INR', 300]]] }
    const state = after(emptyState, open, first, second) as TableState
    expect([...state.totals]).toEqual([[0, { stakes: 2, sums: [['INR', 300]] }]])
    expect((after(state, { ...open, n: 4, no: 8 }) as TableState).totals.size).toBe(0)
  })
})

describe('own stakes', () => {
  test('change one by one, and stay until there are new ones, however late their end', () => {
    const own = (...bets: OwnBet[]): ToPage => ({ t: 'own', bets })
    const state = after(
      emptyState,
      open,
      own(bet('a'), bet('b')),
      own(bet('a', { state: 'won', payout: 200 })),
    ) as TableState
    expect(state.mine.map(({ id, state: stands }) => [id, stands])).toEqual([
      ['a', 'won'],
      ['b', 'accepted'],
    ])
    const later = after(state, { ...open, n: 2, no: 8 }) as TableState
    expect(later.mine).toHaveLength(2)
    const muchLater = after(later, { ...open, n: 3, no: 9 }, own(bet('b', { state: 'lost' }))) as TableState
    expect(muchLater.mine.map(({ state: stands }) => stands)).toEqual(['won', 'lost'])
    const others = after(muchLater, own(bet('c', { no: 9 })), { ...open, n: 4, no: 10 }) as TableState
    expect(others.mine.map(({ id }) => id)).toEqual(['c'])
  })
  test('a message without a balance keeps the last one', () => {
    const state = after(emptyState, { t: 'own', bets: [], balance: 500 }, { t: 'own', bets: [] }) as TableState
    expect(state.balance).toBe(500)
  })
})
