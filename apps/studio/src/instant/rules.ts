import { isOneOf } from '@dhow/contract/records'
import type { Seeds } from '@dhow/fairness/stream'

/**
 * Interface of a one-player game, as pure functions. Seeds, options and the player's actions determine a round, so studio, page and proof page compute
 * the same result. Multipliers are whole ten-thousandths.
 */
export interface Game<Options extends object = object, Action extends object = object, View = unknown> {
  slug: string
  name: string
  categories: string[]
  volatility: 'low' | 'medium' | 'high'
  /** RTP in per cent, as in the catalogue; checked by the tests. */
  rtp: string
  /** Whether autoplay is possible if the market allows it: only in single-step games, which need no decisions. */
  hasAutoplay: boolean
  /** Parses untrusted options; undefined if invalid. */
  readOptions(value: unknown): Options | undefined
  /** Parses an untrusted action; undefined if invalid, always in single-step games. */
  readAction(value: unknown): Action | undefined
  /** State of a round after its actions; undefined if an action is not possible. */
  play(seeds: Seeds, options: Options, actions: readonly Action[], isCashedOut: boolean): Standing<View> | undefined
}

export interface Standing<View = unknown> {
  /** Current multiplier in ten-thousandths; 0 once lost. */
  multiplier: number
  isOver: boolean
  canCashOut: boolean
  /** The player's view; of an open round without hidden cards, mines and draws to come. */
  view: View
}

/** A multiplier of 1.00. */
export const one = 10_000

/** Largest payout as a multiple of the stake; games with several steps end before they would exceed it. */
export const largestMultiplier = 10_000 * one

/** Payout of a stake in minor units, rounded down to a minor unit. */
export const payoutOf = (stake: bigint, multiplier: number): bigint => (stake * BigInt(multiplier)) / BigInt(one)

/** Payout of a round, limited by `mostPayout` if set, as in a free round. */
export function payoutOfRound(round: { stake: bigint; mostPayout: bigint | null }, multiplier: number): bigint {
  const payout = payoutOf(round.stake, multiplier)
  return round.mostPayout !== null && payout > round.mostPayout ? round.mostPayout : payout
}

/** `chances / wins` times 0.99, rounded down to a ten-thousandth: a house edge of 1 per cent. */
export const fairMultiplier = (chances: bigint, wins: bigint): number =>
  Number((chances * 99n * BigInt(one)) / (wins * 100n))

export const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max

/** For single-step games, which have no actions. */
export const noActions = (): undefined => undefined

export const risks = ['low', 'medium', 'high'] as const
export type Risk = (typeof risks)[number]
export const isRisk = (value: unknown): value is Risk => isOneOf(risks, value)
