import { drawFrom, pick, pickWithoutReplacement, type Seeds } from './stream.ts'

/** Dice: 0.00 to 100.00 in hundredths, that is 0 to 10,000. */
export const diceHundredths = (seeds: Seeds): number => pick(drawFrom(seeds)(), 10_001)

/** Limbo's multiplier in hundredths, at least 100: `floor(99 / f)` by whole numbers. A zero draw counts as the smallest. */
export function limboHundredths(seeds: Seeds): bigint {
  const drawn = BigInt(drawFrom(seeds)() || 1)
  const hundredths = (99n << 32n) / drawn
  return hundredths < 100n ? 100n : hundredths
}

/** Roulette: the pocket, 0 to 36. */
export const roulettePocket = (seeds: Seeds): number => pick(drawFrom(seeds)(), 37)

/** Wheel: the segment, 0 to `segments - 1`. */
export const wheelSegment = (seeds: Seeds, segments: number): number => pick(drawFrom(seeds)(), segments)

/** Mines: indexes of the mines on the 25 squares, 0 to 24, ascending. */
export function minePlaces(seeds: Seeds, mines: number): number[] {
  if (mines < 1 || mines > 24) throw new RangeError('mines: 1 to 24')
  return pickWithoutReplacement(drawFrom(seeds), 25, mines).sort(ascending)
}

/** Keno: ten different numbers of 1 to 40, ascending. */
export const kenoNumbers = (seeds: Seeds): number[] =>
  pickWithoutReplacement(drawFrom(seeds), 40, 10)
    .map((index) => index + 1)
    .sort(ascending)

/** Plinko: the steps to the right (`true`), one a row. */
export function plinkoPath(seeds: Seeds, rows: number): boolean[] {
  if (!Number.isInteger(rows) || rows < 1 || rows > 64) throw new RangeError('rows: 1 to 64')
  const draw = drawFrom(seeds)
  const path: boolean[] = []
  while (path.length < rows) path.push(draw() >= 2 ** 31)
  return path
}

/** Plinko's bucket: the number of steps to the right. */
export const plinkoBucket = (seeds: Seeds, rows: number): number =>
  plinkoPath(seeds, rows).filter((isRight) => isRight).length

const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const
const suits = ['diamond', 'heart', 'spade', 'club'] as const
export interface Card {
  rank: (typeof ranks)[number]
  suit: (typeof suits)[number]
}

/** Cards from an infinite deck, one by one, in the order 2 of diamonds, 2 of hearts, 2 of spades, 2 of clubs, 3 of diamonds, … */
export function deckFrom(seeds: Seeds): () => Card {
  const draw = drawFrom(seeds)
  return () => cardAt(pick(draw(), 52))
}

/** First cards of that deck. */
export function cards(seeds: Seeds, count: number): Card[] {
  if (!Number.isInteger(count) || count < 1 || count > 1000) throw new RangeError('cards: 1 to 1000')
  return Array.from({ length: count }, deckFrom(seeds))
}

/** Card at an index of that order, 0 to 51. */
export function cardAt(index: number): Card {
  const [rank, suit] = [ranks[Math.floor(index / 4)], suits[index % 4]]
  if (rank === undefined || suit === undefined) throw new RangeError('cards: 0 to 51')
  return { rank, suit }
}

/** Value of a rank, ace high: 2 to 14. */
export const rankValue = ({ rank }: Card): number => ranks.indexOf(rank) + 2

/** A card as text. @example cardText({ rank: 'Q', suit: 'spade' }) // 'Q-spade' */
export const cardText = ({ rank, suit }: Card): string => `${rank}-${suit}`

const ascending = (a: number, b: number): number => a - b
