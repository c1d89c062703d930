import { fieldsOf } from '@dhow/contract/records'
import { kenoNumbers } from '@dhow/fairness/games'
import { isRisk, isWhole, noActions, one, type Game, type Risk } from '../rules.ts'
import { itemAt } from '../../item-at.ts'

/** Keno: mark one to ten of forty numbers; ten are drawn. */
export interface KenoOptions {
  risk: Risk
  /** The numbers marked, ascending. */
  marked: number[]
}

export interface KenoView {
  /** The ten numbers drawn, ascending. */
  drawn: number[]
  hits: number
}

export const kenoSize = 40
export const kenoMost = 10

/** Paytables by numbers marked and hit, in hundredths; each row returns 98.92 to 99.00 per cent (see the tests). */
const tables: Record<Risk, number[][]> = {
  low: [
    [0, 396],
    [0, 189, 456],
    [0, 136, 224, 700],
    [0, 116, 148, 330, 1200],
    [0, 102, 121, 210, 550, 2400],
    [0, 0, 158, 258, 500, 1600, 8000],
    [0, 0, 141, 166, 330, 850, 3000, 18000],
    [0, 0, 118, 144, 230, 500, 1500, 6500, 46000],
    [0, 0, 105, 123, 180, 340, 900, 3100, 16000, 150000],
    [0, 0, 97, 111, 145, 250, 550, 1750, 7500, 48000, 630000],
  ],
  medium: [
    [0, 396],
    [0, 168, 596],
    [0, 0, 511, 2402],
    [0, 0, 261, 802, 5000],
    [0, 0, 175, 388, 1550, 12500],
    [0, 0, 133, 240, 700, 3600, 37000],
    [0, 0, 0, 270, 654, 2500, 16000, 210000],
    [0, 0, 0, 194, 401, 1200, 6000, 48000, 830000],
    [0, 0, 0, 149, 274, 700, 2700, 16500, 180000, 1000000],
    [0, 0, 0, 128, 190, 440, 1450, 7000, 58000, 870000, 1000000],
  ],
  high: [
    [0, 396],
    [0, 0, 1716],
    [0, 0, 431, 3302],
    [0, 0, 203, 855, 9500],
    [0, 0, 0, 570, 3497, 53000],
    [0, 0, 0, 295, 1253, 10000, 220000],
    [0, 0, 0, 183, 600, 3400, 38000, 1000000],
    [0, 0, 0, 139, 340, 1500, 11500, 180000, 1000000],
    [0, 0, 0, 0, 301, 1102, 6500, 68000, 1000000, 1000000],
    [0, 0, 0, 0, 213, 602, 2900, 24000, 360000, 1000000, 1000000],
  ],
}

/** Payouts by hits, in ten-thousandths, for a number of marks. */
export const kenoTable = (risk: Risk, marked: number): number[] =>
  itemAt(tables[risk], marked - 1).map((hundredths) => (hundredths * one) / 100)

export const keno: Game<KenoOptions, never, KenoView> = {
  slug: 'keno',
  name: 'Forty Lanterns',
  categories: ['turbo'],
  volatility: 'high',
  rtp: '98.92',
  hasAutoplay: true,
  readOptions(value) {
    const { risk, marked } = fieldsOf(value)
    if (!isRisk(risk) || !Array.isArray(marked) || marked.length < 1 || marked.length > kenoMost) return undefined
    const given: unknown[] = marked
    const numbers = given.filter((number) => isWhole(number, 1, kenoSize))
    if (new Set(numbers).size !== marked.length) return undefined
    return { risk, marked: numbers.sort((a, b) => a - b) }
  },
  readAction: noActions,
  play(seeds, { risk, marked }) {
    const drawn = kenoNumbers(seeds)
    const hits = marked.filter((number) => drawn.includes(number)).length
    return {
      multiplier: itemAt(kenoTable(risk, marked.length), hits),
      isOver: true,
      canCashOut: false,
      view: { drawn, hits },
    }
  },
}
