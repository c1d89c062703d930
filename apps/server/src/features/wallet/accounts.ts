import type { Currency } from '@dhow/contract/money'
import type { PostingReason } from '@dhow/contract/money-actions'

export type PlayerAccount = 'cash' | 'bonus' | 'hold' | 'in_play'

/** Kinds of house accounts, with the side on which each grows. */
export const houseKinds = {
  bank_detail: 'debit',
  payment_service: 'debit',
  voucher_issuer: 'debit',
  player_debt: 'debit',
  debt_written_off: 'debit',
  suspense: 'credit',
  payout_transit: 'credit',
  returned: 'credit',
  fees: 'credit',
  bonus_cost: 'debit',
  free_stake: 'credit',
  gaming_result: 'credit',
} as const
export type HouseKind = keyof typeof houseKinds

/** An account: the player's own, or a house account with its reference (a bank detail's id, a service's code). */
export type AccountRef = { player: PlayerAccount } | { house: HouseKind; ref?: string }

export interface Line {
  debit: AccountRef
  credit: AccountRef
  amountMinor: bigint
}

/**
 * Linked transfers, all or none. The caller makes the key: the same key with the same content repeats the first answer,
 * with other content it is refused. `reference` is the outside id of the money; it is credited once, whatever the key.
 */
export interface Posting {
  key: string
  reason: PostingReason
  reference?: string | undefined
  /** Player of the accounts in the lines; a posting never involves two players. */
  playerId?: string | undefined
  currency: Currency
  /** When it happened; the database records when it was written. */
  happenedAt: Date
  lines: Line[]
}

/** Balances of the player's accounts, in minor units. */
export interface Balances {
  cashMinor: bigint
  bonusMinor: bigint
  heldMinor: bigint
  inPlayMinor: bigint
}

export interface Posted {
  postingId: bigint
  /** The key existed already: nothing moved now, and these are the earlier balances. */
  replayed: boolean
  /** Undefined for a posting without a player. */
  balances: Balances | undefined
}
