import type { Seeds } from '@dhow/fairness/stream'

/** Interface of a shared table, as pure functions. The round's seeds determine everything, so studio, page and proof page compute the same. */
export interface TableGame<Outcome = unknown> {
  slug: string
  name: string
  categories: string[]
  volatility: 'low' | 'medium' | 'high'
  /** RTP in per cent of the field that returns least; checked by the tests for all fields. */
  rtp: string
  /** Return of each field in per cent, if it differs from `rtp`. */
  fieldReturns: Record<string, string>
  /** Fields for stakes; messages refer to a field by its index here. */
  fields: readonly string[]
  draw(seeds: Seeds): Outcome
  /** Return of a stake on a field, in hundredths: 200 is even money, 100 returns the stake, 0 is a loss. */
  returns(field: string, outcome: Outcome): number
  /** Times at which each card (or the ball) is shown, in milliseconds after dealing begins, ascending. */
  reveals(outcome: Outcome): number[]
  /** Code of the outcome, for the row of the last rounds. */
  result(outcome: Outcome): string
}

/** Payout of a stake in minor units, rounded down to a minor unit. */
export const payoutOf = (stake: bigint, hundredths: number): bigint => (stake * BigInt(hundredths)) / 100n

/** Time to see the last card. */
const lastLookMs = 1200

/** Duration of dealing; `pace` in per cent of the table's own. */
export const dealingMs = <Outcome>(game: TableGame<Outcome>, outcome: Outcome, pace: number): number =>
  Math.round((((game.reveals(outcome).at(-1) ?? 0) + lastLookMs) * 100) / pace)

/** `count` times: the first at `firstMs`, then one each `stepMs`. */
export const spacedTimesMs = (firstMs: number, stepMs: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => firstMs + index * stepMs)
