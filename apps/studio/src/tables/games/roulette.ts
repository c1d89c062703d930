import { roulettePocket } from '@dhow/fairness/games'
import type { TableGame } from '../rules.ts'
import { insideBets } from './inside-bets.ts'

export interface Roulette {
  pocket: number
}

const reds = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36])
export const colourOf = (pocket: number): 'red' | 'black' | 'green' =>
  pocket === 0 ? 'green' : reds.has(pocket) ? 'red' : 'black'

/** Pockets around the single-zero wheel, clockwise. */
export const wheelOrder: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
]

/** A number and `reach` numbers on each side of it around the wheel. */
export function neighboursOf(number: number, reach: number): number[] {
  const at = wheelOrder.indexOf(number)
  return Array.from({ length: 2 * reach + 1 }, (_, step) =>
    wheelOrder.at((at - reach + step + wheelOrder.length) % wheelOrder.length),
  ).filter((one) => one !== undefined)
}

/** Pockets covered by a field: straight-up, outside and inside bets. */
const covers: Record<string, (pocket: number) => boolean> = {
  ...Object.fromEntries(
    Array.from({ length: 37 }, (_, number) => [`n${number}`, (pocket: number) => pocket === number]),
  ),
  red: (pocket) => colourOf(pocket) === 'red',
  black: (pocket) => colourOf(pocket) === 'black',
  even: (pocket) => pocket > 0 && pocket % 2 === 0,
  odd: (pocket) => pocket % 2 === 1,
  low: (pocket) => pocket >= 1 && pocket <= 18,
  high: (pocket) => pocket >= 19,
  dozen1: (pocket) => pocket >= 1 && pocket <= 12,
  dozen2: (pocket) => pocket >= 13 && pocket <= 24,
  dozen3: (pocket) => pocket >= 25,
  column1: (pocket) => pocket % 3 === 1,
  column2: (pocket) => pocket % 3 === 2,
  column3: (pocket) => pocket > 0 && pocket % 3 === 0,
  ...Object.fromEntries(insideBets.map(({ field, numbers }) => [field, (pocket: number) => numbers.includes(pocket)])),
}

const pockets = Array.from({ length: 37 }, (_, pocket) => pocket)
/** A field over n numbers returns 36 / n times the stake: 36 for one number, 2 for eighteen. */
const fields = new Map(
  Object.entries(covers).map(([field, isIn]) => [field, { isIn, gives: 3600 / pockets.filter(isIn).length }]),
)

/** European roulette: 37 pockets, one zero. */
export const roulette: TableGame<Roulette> = {
  slug: 'roulette',
  name: 'Captain’s Roulette',
  categories: ['live', 'roulette', 'top'],
  volatility: 'medium',
  rtp: '97.30',
  fieldReturns: {},
  fields: [...fields.keys()],
  draw: (seeds) => ({ pocket: roulettePocket(seeds) }),
  returns(field, { pocket }) {
    const known = fields.get(field)
    return known?.isIn(pocket) ? known.gives : 0
  },
  reveals: () => [7000],
  result: ({ pocket }) => String(pocket),
}
