import { andarBahar as draw, type AndarBahar } from '@dhow/fairness/andar-bahar'
import type { TableGame } from '../rules.ts'

/** Bets on the number of cards until the match, with their returns. */
export const andarBaharSpans: Record<string, { from: number; to: number; hundredths: number }> = {
  '1-5': { from: 1, to: 5, hundredths: 355 },
  '6-10': { from: 6, to: 10, hundredths: 445 },
  '11-15': { from: 11, to: 15, hundredths: 570 },
  '16-25': { from: 16, to: 25, hundredths: 442 },
  '26-35': { from: 26, to: 35, hundredths: 985 },
  '36-49': { from: 36, to: 49, hundredths: 3580 },
}

/** Andar Bahar: bet on the side that gets the joker's rank. Andar is dealt first and wins more often, so it pays less. */
export const andarBahar: TableGame<AndarBahar> = {
  slug: 'andarbahar',
  name: 'Lantern Andar Bahar',
  categories: ['live', 'card', 'top'],
  volatility: 'low',
  rtp: '96.23',
  fieldReturns: {
    andar: '97.85',
    bahar: '97.00',
    '6-10': '96.59',
    '11-15': '96.35',
    '16-25': '96.36',
    '26-35': '96.49',
    '36-49': '96.27',
  },
  fields: ['andar', 'bahar', ...Object.keys(andarBaharSpans)],
  draw,
  returns(field, { dealt, winner }) {
    if (field === 'andar' || field === 'bahar') return field !== winner ? 0 : field === 'andar' ? 190 : 200
    const span = andarBaharSpans[field]
    return span && dealt.length >= span.from && dealt.length <= span.to ? span.hundredths : 0
  },
  reveals({ dealt }) {
    // The joker, then card by card; long rounds are dealt faster.
    let atMs = 700
    return [atMs, ...dealt.map((_, index) => (atMs += index === 0 ? 1100 : index < 10 ? 520 : 240))]
  },
  result: ({ winner }) => winner,
}
