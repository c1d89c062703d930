import type { StakeRange } from '../rounds/stakes.ts'

export type { StakeRange } from '../rounds/stakes.ts'

/** Messages between page and studio for one-player games: JSON over POST, each action with an id and sent until answered. */

/**
 * intent: stored, the stake is being debited. open: the stake is debited, the player has to choose. settling: decided, the
 * payout is on its way. settled, refused and rolled_back are ends; stuck is for people to look at.
 */
export type RoundState = 'intent' | 'open' | 'refused' | 'rolling' | 'rolled_back' | 'settling' | 'settled' | 'stuck'

/** The player's own round; money in minor units, the multiplier in ten-thousandths. */
export interface RoundView {
  id: string
  game: string
  nonce: number
  stake: number
  /** The house has staked; then a round pays no more than this. */
  isFree: boolean
  mostPayout: number | null
  options: object
  state: RoundState
  /** How many actions it has seen; the next action names it. */
  step: number
  multiplier: number
  payout: number
  canCashOut: boolean
  /** View of the game; null while the stake is not decided, and where it was given back. */
  view: unknown
  code: string | null
  atMs: number
}

export interface SeedsView {
  /** The pair that is played now, or null before the first. */
  active: { commitment: string; clientSeed: string; nonce: number } | null
  /** SHA-256 of the server seed that the next client seed will meet. */
  next: string
  /** The pair before, open to all. */
  last: { serverSeed: string; commitment: string; clientSeed: string; nonce: number } | null
}

/** Free rounds that the player has in a game; the next bet may name the grant. Money in minor units. */
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
  /** Least milliseconds from one round of autoplay to the next; null where the market or the game has none. */
  autoplayMs: number | null
  freeRounds: FreeRounds | null
  seeds: SeedsView
  /** The last rounds of this game, newest first; one that is open stands first. */
  rounds: RoundView[]
}

export interface Answer {
  code: string
  round?: RoundView
  rounds?: RoundView[]
  seeds?: SeedsView
  balance?: number
  /** Only where the state was asked for. */
  freeRounds?: FreeRounds | null
}

/** A round as its proof page gets it: no stake, no player. */
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
  /** Name of the pair of seeds, under which the public log has the hash. */
  pair: string
  /** Null until the player has changed to the next pair. */
  serverSeed: string | null
  multiplier: number
  view: unknown
}
