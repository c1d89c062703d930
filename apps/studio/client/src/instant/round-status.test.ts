import { describe, expect, test } from 'vitest'
import type { RoundView } from '../../../src/instant/messages.ts'
import { statusOf } from './round-status.ts'
import { wordsFor } from './words.ts'
import { afrikaans } from './words/af.ts'
import { hindi } from './words/hi.ts'

const words = await wordsFor('en')
const money = (minor: number): string => `N$${minor / 100}`
const round = {
  id: 'r',
  nonce: 1,
  state: 'settled',
  stake: 200,
  isFree: false,
  payout: 0,
  multiplier: 0,
  code: null,
} as RoundView

describe('state of a round', () => {
  test.each([
    ['lost', {}, words.lost('N$2'), false],
    ['less than the stake came back', { payout: 100, multiplier: 5_000 }, words.part('N$1', 'N$2'), false],
    ['the stake came back', { payout: 200, multiplier: 10_000 }, words.even('N$2'), false],
    ['more came back', { payout: 398, multiplier: 19_900 }, words.paid('N$3.98', '1.99×'), true],
    ['a free round is lost', { isFree: true }, words.freeLost, false],
    [
      'a free round brings less than its stake',
      { isFree: true, payout: 100, multiplier: 5_000 },
      words.paid('N$1', '0.50×'),
      true,
    ],
    [
      'a payout is on its way',
      { state: 'settling', payout: 398, multiplier: 19_900 },
      words.paying('N$3.98', '1.99×'),
      false,
    ],
    [
      'the stake was refused',
      { state: 'refused', code: 'insufficient_funds' },
      words.refused['insufficient_funds'],
      false,
    ],
    ['the stake is on its way back', { state: 'rolling' }, words.returning, false],
    ['the stake is back', { state: 'rolled_back' }, words.returned, false],
    ['the wallet is asked', { state: 'intent' }, words.waiting, false],
    ['the player has to choose', { state: 'open' }, '', false],
  ] satisfies [string, Partial<RoundView>, string | undefined, boolean][])(
    '%s: in words, and good only above the stake',
    (_what, more, text, isGood) => {
      expect(statusOf({ ...round, ...more }, words, money)).toEqual({ text, isGood })
    },
  )
})

test.each([
  ['en', words, 'This free round is no longer available. Nothing was taken.'],
  ['hi', hindi, 'यह मुफ़्त राउंड अब नहीं है। कुछ नहीं काटा गया।'],
  ['af', afrikaans, 'Hierdie gratis rondte is nie meer beskikbaar nie. Niks is geneem nie.'],
])('a refused free round has a text (%s)', (_language, spoken, sentence) => {
  const refused: RoundView = { ...round, state: 'refused', code: 'free_rounds_over', isFree: true }
  expect(statusOf(refused, spoken, money)).toEqual({ text: sentence, isGood: false })
})
