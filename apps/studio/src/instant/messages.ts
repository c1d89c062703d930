import type { StakeRange } from '../rounds/stakes.ts'

export type { StakeRange } from '../rounds/stakes.ts'

/** Messages between page and studio for one-player games: JSON over POST; actions have an id and are repeated until answered. */

/**
 * intent: stored, stake being debited. open: stake debited, waiting for the player. settling: decided, payout being credited. settled, refused,
 * rolled_back: final. stuck: needs an operator.
 */
export type RoundState = 'intent' | 'open' | 'refused' | 'rolling' | 'rolled_back' | 'settling' | 'settled' | 'stuck'

/** The player's own round; money in minor units, the multiplier in ten-thousandths. */
export interface RoundView {
  id: string
  game: string
  nonce: number
  stake: number
  /** A free round: the operator pays the stake. */
  isFree: boolean
  mostPayout: number | null
  options: object
  state: RoundState
  /** Number of actions so far; the next action has to name it. */
  step: number
  multiplier: number
  payout: number
  canCashOut: boolean
  /** The game's view; null while the stake is undecided or if it was returned. */
  view: unknown
  code: string | null
  atMs: number
}

export interface SeedsView {
  /** The pair in use, or null before the first. */
  active: { commitment: string; clientSeed: string; nonce: number } | null
  /** SHA-256 of the next pair's server seed. */
  next: string
  /** The previous pair, revealed. */
  last: { serverSeed: string; commitment: string; clientSeed: string; nonce: number } | null
}

/** The player's free rounds in a game; the next bet may name the grant. Money in minor units. */
export interface FreeRounds {
  grant: string
  left: number
  stake: number
  maxWin: number
}

export interface Hello {
  resume: string
  name: string
  currency: string
  demo: boolean
  balance: number
  stakes: StakeRange
  /** Shortest time between autoplay rounds; null if market or game has no autoplay. */
  autoplayMs: number | null
  freeRounds: FreeRounds | null
  seeds: SeedsView
  /** The last rounds of this game, newest first, except that an open one comes first. */
  rounds: RoundView[]
}

export interface Answer {
  code: string
  round?: RoundView
  rounds?: RoundView[]
  seeds?: SeedsView
  balance?: number
  /** Only in answers to `state`. */
  freeRounds?: FreeRounds | null
}

/** A round for its proof page: without stake and player. */
export interface RoundProof {
  round: string
  game: string
  state: RoundState
  options: object
  actions: object[]
  isCashedOut: boolean
  nonce: number
  clientSeed: string
  commitment: string
  /** Name of the pair of seeds in the public log. */
  pair: string
  /** Null until the player has rotated to the next pair. */
  serverSeed: string | null
  multiplier: number
  view: unknown
}
