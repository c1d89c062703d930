import * as z from 'zod/mini'
import { commandId, fromEveryPage, type ToEveryPage } from '../live/messages.ts'
import type { BetState } from '../rounds/change.ts'
import type { Phase } from './table.ts'

/**
 * Messages between page and table, one JSON text a frame. Commands carry an id and are resent until answered; public events
 * are numbered, and a snapshot fills a gap. What the page can compute from a round's start is never sent.
 */
const betId = z.string().check(z.regex(/^[A-Za-z0-9_.-]{8,80}$/))
const hundredths = z.int().check(z.minimum(101), z.maximum(1_000_000))

export const fromPage = z.discriminatedUnion('t', [
  ...fromEveryPage,
  z.object({
    t: z.literal('bet'),
    id: commandId,
    panel: z.union([z.literal(0), z.literal(1)]),
    /** Minor units. */
    stake: z.int().check(z.minimum(1), z.maximum(100_000_000)),
    auto: z.nullable(hundredths),
  }),
  z.object({ t: z.literal('cash_out'), id: commandId, bet: betId }),
  z.object({ t: z.literal('cancel_bet'), id: commandId, bet: betId }),
])
export type FromPage = z.output<typeof fromPage>

/** A bet in the public list: number in the round, first two letters of the name, stake in minor units, currency, cash-out multiplier or 0. */
export type ListedBet = [seq: number, name: string, stake: number, currency: string, cashedOutAt: number]

export interface RoundView {
  no: number
  phase: Phase
  closes: number
  takeoff: number
  started: number | null
  /** Crash point in hundredths, once over. */
  crash: number | null
}

export interface Snapshot {
  t: 'snap'
  n: number
  now: number
  chain: string
  round: RoundView | null
  list: ListedBet[]
  count: number
  /** Number and crash point of the last rounds, newest first. */
  last: [no: number, crash: number][]
}

export type PublicEvent =
  | { t: 'open'; n: number; no: number; closes: number; takeoff: number }
  | { t: 'fly'; n: number; at: number }
  | { t: 'crash'; n: number; no: number; crash: number; hash: string }
  | { t: 'void'; n: number; no: number }
  | { t: 'bets'; n: number; add: ListedBet[]; drop: number[]; cashOuts: [seq: number, at: number][]; count: number }

/** The player's own bet; money in minor units. */
export interface OwnBet {
  id: string
  no: number
  seq: number
  panel: 0 | 1
  stake: number
  auto: number | null
  state: BetState
  at: number | null
  payout: number
  code: string | null
}

export type { StakeRange } from '../rounds/stakes.ts'

export type ToPage = PublicEvent | Snapshot | ToEveryPage | { t: 'mine'; bets: OwnBet[]; balance?: number }
