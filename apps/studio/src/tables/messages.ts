import * as z from 'zod/mini'
import { commandId, fromEveryPage, type ToEveryPage } from '../live/messages.ts'
import type { BetState } from '../rounds/change.ts'
import type { Phase } from './table.ts'

/**
 * Messages between page and table, one JSON text a frame. Commands carry an id and are resent until answered; public events
 * are numbered, and a snapshot fills a gap. The page computes cards and their times from the round's hash and the start of
 * the deal, so neither is sent.
 */
const minor = z.int().check(z.minimum(1), z.maximum(100_000_000))
const index = z.int().check(z.minimum(0), z.maximum(200))

export const fromPage = z.discriminatedUnion('t', [
  ...fromEveryPage,
  z.object({
    t: z.literal('bet'),
    id: commandId,
    no: z.int(),
    /** Fields by their indexes and the stake on each, in minor units. */
    bets: z.array(z.tuple([index, minor])).check(z.minLength(1), z.maxLength(60)),
  }),
  z.object({ t: z.literal('cancel_bets'), id: commandId }),
])
export type FromPage = z.output<typeof fromPage>

/** Total on a field: number of stakes, and minor units by currency. */
export type FieldTotal = [field: number, stakes: number, ...sums: [currency: string, minor: number][]]

export interface RoundView {
  no: number
  phase: Phase
  closes: number
  deals: number
  /** Start of dealing, and the hash that determines the cards, once betting is over. */
  at: number | null
  hash: string | null
}

export interface Snapshot {
  t: 'snap'
  n: number
  now: number
  chain: string
  salt: string
  pace: number
  round: RoundView | null
  totals: FieldTotal[]
  /** Number and result of the last rounds, newest first. */
  last: [no: number, result: string][]
}

export type PublicEvent =
  | { t: 'open'; n: number; no: number; closes: number; deals: number }
  | { t: 'totals'; n: number; fields: FieldTotal[] }
  | { t: 'deal'; n: number; no: number; at: number; hash: string }
  | { t: 'settled'; n: number; no: number }

/** The player's own bet; money in minor units. */
export interface OwnBet {
  id: string
  no: number
  field: number
  stake: number
  state: BetState
  payout: number
  code: string | null
}

export type ToPage =
  | PublicEvent
  | Snapshot
  | ToEveryPage
  /** All of the player's current bets. */
  | { t: 'mine'; bets: OwnBet[] }
  /** Bets that have just changed. */
  | { t: 'own'; bets: OwnBet[]; balance?: number }
