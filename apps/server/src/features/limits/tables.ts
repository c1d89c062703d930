import type { LimitKind, LimitPeriod } from '@dhow/contract/limits'

export interface PlayerLimitRow {
  player_id: string
  kind: LimitKind
  period: LimitPeriod
  amount_minor: bigint
  set_at: Date
  asked_at: Date | null
  asked_minor: bigint | null
}

export interface PlayBlockRow {
  player_id: string
  kind: 'time_out' | 'self_exclusion' | 'operator'
  from_at: Date
  until_at: Date | null
  reason: string
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    play_block: PlayBlockRow
    player_limit: PlayerLimitRow
    play_day: { player_id: string; day: Date; staked_minor: bigint; won_minor: bigint }
  }
}
