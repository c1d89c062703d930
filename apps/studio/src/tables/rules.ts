import type { Seeds } from '@dhow/fairness/stream'

/**
 * Interface of a shared table: pure values in, pure values out. The round's seeds decide everything, so studio, page and proof page
 * run the same rules.
 */
export interface TableGame<Outcome = unknown> {
  slug: string
  name: string
  categories: string[]
  volatility: 'low' | 'medium' | 'high'
  /** The return to the player in per cent of the field that returns least; the tests compute it for all of them. */
  rtp: string
  /** Return of each field in per cent, if it differs from `rtp`. */
  fieldReturns: Record<string, string>
  /** The fields that a stake may lie on; messages name a field by its index here. */
  fields: readonly string[]
  draw(seeds: Seeds): Outcome
  /** Return of a stake on a field, in hundredths of it: 200 is even money, 100 the stake itself, 0 nothing. */
  returns(field: string, outcome: Outcome): number
  /** When each card (or the ball) lies open, in milliseconds after dealing begins, ascending. */
  reveals(outcome: Outcome): number[]
  /** A word for the outcome, for the row of the last rounds. */
  result(outcome: Outcome): string
}

/** Payout of a stake in minor units, rounded down to the smallest coin. */
export const payoutOf = (stake: bigint, hundredths: number): bigint => (stake * BigInt(hundredths)) / 100n

/** After the last card there is time to see it. */
const lastLookMs = 1200

/** How long a round is dealt; `pace` in per cent, 100 being the table's own. */
export const dealingMs = <Outcome>(game: TableGame<Outcome>, outcome: Outcome, pace: number): number =>
  Math.round((((game.reveals(outcome).at(-1) ?? 0) + lastLookMs) * 100) / pace)

/** `count` moments, the first at `firstMs` and then one each `stepMs`. */
export const everyMs = (firstMs: number, stepMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => firstMs + index * stepMs)
