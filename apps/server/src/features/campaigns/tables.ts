import type { CampaignEvent } from '@dhow/contract/campaigns'
import type { SegmentRules } from '@dhow/contract/segments'
import type { Market } from '@dhow/contract/shapes'
import type { ColumnType, Generated } from 'kysely'

export interface SegmentRow {
  id: string
  name: string
  market: Market
  rules: ColumnType<SegmentRules, string, string>
  version: number
  created_by: string
  updated_at: Date
}

export interface CampaignTexts {
  en?: { title: string; text: string } | undefined
  hi?: { title: string; text: string } | undefined
  af?: { title: string; text: string } | undefined
}

/** Free rounds for each reached player; amounts are decimal text, as entered. */
export interface CampaignFreeRounds {
  game: string
  rounds: number
  stake: string
  valid_days: number
}

export interface CampaignTable {
  id: string
  name: string
  segment_id: string
  market: Market
  kind: 'gift' | 'message' | 'free_rounds'
  free_rounds: ColumnType<CampaignFreeRounds | null, string | null | undefined, string | null>
  amount_minor: bigint | null
  budget_minor: bigint | null
  players_at_most: number | null
  texts: ColumnType<CampaignTexts, string, string>
  state: 'draft' | 'waiting' | 'running' | 'paused' | 'done' | 'ended'
  rules: ColumnType<SegmentRules | null, string | null, string | null>
  starts_at: Date | null
  envelope_id: string | null
  version: Generated<number>
  created_by: string
  created_at: Date
  ended_at: Date | null
  trigger: Generated<'hand' | 'schedule' | 'segment' | 'event'>
  event: CampaignEvent | null
  days: number | null
  repeats: Generated<boolean>
  wait_minutes: Generated<number>
  reached_players: Generated<number>
  pass_at: Date | null
  pass_player: string | null
  passed_at: Date | null
  pass_turn: bigint | null
  passed_turn: bigint | null
}

export type Outcome =
  | 'given'
  | 'sent'
  | 'restricted'
  | 'flagged'
  | 'test_player'
  | 'no_consent'
  | 'refused'
  | 'conditions'
  | 'was_inside'
  | 'played_again'
  | 'campaign_ended'

export interface EntryRow {
  campaign_id: string
  player_id: string
  once_key: string
  event_at: Date
  entered_at: Date
  due_at: Date
  state: 'entered' | 'waiting' | 'done'
  outcome: Outcome | null
  at: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'campaigns.segment': SegmentRow
    'campaigns.campaign': CampaignTable
    'campaigns.entry': EntryRow
    'campaigns.fact_mark': { up_to: bigint; turn: bigint; filled_to: string | null; new_from: string }
    'campaigns.player_fact': {
      player_id: string
      market: Market
      created_at: Date
      cash_minor: bigint
      bonus_minor: bigint
      deposits: bigint
      deposited_minor: bigint
      last_deposit_at: Date | null
      withdrawn_minor: bigint
      rounds: bigint
      staked_minor: bigint
      lost_minor: bigint
      last_played_at: Date | null
      changed_in: bigint
    }
  }
}
