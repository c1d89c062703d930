import { isOneOf } from '@dhow/contract/records'
import type { Seeds } from '@dhow/fairness/stream'

/**
 * Interface of a one-player game: pure values in, pure values out. A round is its seeds, its options and the actions of its player, so
 * it replays the same on the studio, on the page and on the proof page. Multipliers are whole ten-thousandths.
 */
export interface Game<Options extends object = object, Action extends object = object, View = unknown> {
  slug: string
  name: string
  categories: string[]
  volatility: 'low' | 'medium' | 'high'
  /** The return to the player in per cent, as the catalogue states it; the tests compute it. */
  rtp: string
  /** Whether its rounds may be played by autoplay, where the market allows it: those of one step, which ask nothing of the player. */
  hasAutoplay: boolean
  /** Reads options from outside; undefined where they are not of this game. */
  readOptions(value: unknown): Options | undefined
  /** Reads an action from outside; a game of one step knows none. */
  readAction(value: unknown): Action | undefined
  /** State of a round after its actions; `isCashedOut` when the player cashed out. Undefined where an action was not possible. */
  play(seeds: Seeds, options: Options, actions: readonly Action[], isCashedOut: boolean): Standing<View> | undefined
}

export interface Standing<View = unknown> {
  /** Current value of the stake in ten-thousandths; 0 once it is lost. */
  multiplier: number
  isOver: boolean
  canCashOut: boolean
  /** View for the player: while the round is open, nothing that is still to come. */
  view: View
}

/** A multiplier of 1.00. */
export const one = 10_000

/** No round pays more than this many times its stake; a game of steps ends itself before it would. */
export const largestMultiplier = 10_000 * one

/** Payout of a stake in minor units, rounded down to the smallest coin. */
export const payoutOf = (stake: bigint, multiplier: number): bigint => (stake * BigInt(multiplier)) / BigInt(one)

/** The same of a round, which pays no more than its most where it has one: a free round has. */
export function payoutOfRound(round: { stake: bigint; mostPayout: bigint | null }, multiplier: number): bigint {
  const payout = payoutOf(round.stake, multiplier)
  return round.mostPayout !== null && payout > round.mostPayout ? round.mostPayout : payout
}

/** The game keeps one part in a hundred: `chances / wins` times 0.99, rounded down to a ten-thousandth. */
export const fairMultiplier = (chances: bigint, wins: bigint): number =>
  Number((chances * 99n * BigInt(one)) / (wins * 100n))

export const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max

/** A game of one step knows no actions. */
export const noActions = (): undefined => undefined

export const risks = ['low', 'medium', 'high'] as const
export type Risk = (typeof risks)[number]
export const isRisk = (value: unknown): value is Risk => isOneOf(risks, value)
