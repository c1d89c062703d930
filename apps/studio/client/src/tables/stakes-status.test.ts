import { describe, expect, test } from 'vitest'
import type { OwnBet } from '../../../src/tables/messages.ts'
import { statusOf } from './stakes-status.ts'
import { emptyState } from './state.ts'
import { wordsFor } from './words.ts'

const words = await wordsFor('en')
const money = (minor: number): string => `N$${minor / 100}`
const bet = (more: Partial<OwnBet>): OwnBet => ({
  id: 'a',
  no: 7,
  field: 0,
  stake: 100,
  state: 'paid',
  payout: 0,
  code: null,
  ...more,
})

describe('state of a round’s stakes', () => {
  test.each([
    ['nothing came back', [bet({ state: 'closed' })], words.lost('N$1'), false],
    [
      'one of two stakes won, and less came back than was staked',
      [bet({ payout: 150 }), bet({ id: 'b', stake: 200, state: 'closed' })],
      words.part('N$1.5', 'N$3'),
      false,
    ],
    ['as much came back', [bet({ payout: 200 }), bet({ id: 'b', state: 'closed' })], words.even('N$2'), false],
    ['more came back', [bet({ payout: 195 })], words.paid('N$1.95', 'N$1'), true],
    ['a win is on its way', [bet({ state: 'won', payout: 195 })], words.paying('N$1.95'), false],
    ['stakes lie', [bet({ state: 'accepted' })], words.staked('N$1'), false],
  ])('%s: has a text, good only above the stake', (_what, mine, text, isGood) => {
    expect(statusOf({ ...emptyState, mine }, 7, words, money)).toEqual({ text, isGood })
  })
})
