import type { PointsBy } from '@dhow/contract/tournaments'
import type { Market, OtherNames } from '@dhow/contract/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { PlayerEvent } from '../../platform/player-events.ts'

export interface TournamentTable {
  id: string
  market: Market
  name: string
  names: ColumnType<OtherNames, string, string>
  games: string[] | null
  starts_at: Date
  ends_at: Date
  points_by: PointsBy
  best_rounds: number | null
  unit_minor: bigint | null
  day_cap: number | null
  least_stake_minor: bigint
  /** The drivers read `int8` arrays differently. */
  prizes_minor: ColumnType<(bigint | string)[], string[], string[]>
  budget_minor: bigint
  payout: 'by_itself' | 'claim'
  state: 'draft' | 'waiting' | 'live' | 'paused' | 'ended' | 'cancelled'
  envelope_id: string | null
  reason: string | null
  claim_until: Date | null
  is_settled: Generated<boolean>
  counted_to: bigint | null
  version: Generated<number>
  created_by: string
  created_at: Date
}
export type TournamentRow = Selectable<TournamentTable>

export interface EntryRow {
  tournament_id: string
  player_id: string
  joined_at: Date
  shows_name: boolean
  number: number
  points: Generated<bigint>
  rounds: Generated<number>
  reached_at: Date | null
  rank: number | null
}

export type PrizeState = 'due' | 'open' | 'paid' | 'lapsed' | 'withheld'

interface ResultRow {
  tournament_id: string
  rank: number
  player_id: string
  points: bigint
  rounds: number
  reached_at: Date
  prize_minor: bigint | null
  prize_state: PrizeState | null
  decided_at: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'tournaments.tournament': TournamentTable
    'tournaments.pause': { tournament_id: string; from_at: Date; until_at: Date | null }
    'tournaments.entry': EntryRow
    'tournaments.result': ResultRow
    // Exported view, which other features may read.
    'tournaments.events': PlayerEvent
  }
}
