import type { PlayerEvent } from '../../platform/player-events.ts'
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

/** A change of a player's limits, breaks or blocks; those of limits have a period. */
export interface ChangeRow {
  id: string
  player_id: string
  at: Date
  what: 'set' | 'lowered' | 'raise_asked' | 'removal_asked' | 'kept' | 'raised' | 'removed' | 'began' | 'ended'
  kind: LimitKind | PlayBlockRow['kind']
  period: LimitPeriod | null
  before_minor: bigint | null
  amount_minor: bigint | null
  until_at: Date | null
  made_by: 'player' | 'operator' | 'rule'
  operator_id: string | null
  reason: string
}

/** Actions of a player that a restriction may forbid: `play` opens a game. */
export type RestrictedAction = 'play' | 'bet' | 'deposit' | 'withdraw' | 'bonus' | 'referral'

export type RestrictionCode = 'wallet_closed' | 'wallet_frozen' | 'player_suspended' | 'on_break' | 'play_blocked'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'limits.play_block': PlayBlockRow
    'limits.player_limit': PlayerLimitRow
    'limits.change': ChangeRow
    /** A view. */
    'limits.player_restriction': {
      player_id: string
      code: RestrictionCode
      /** Kind of a break or block. */
      kind: PlayBlockRow['kind'] | null
      forbids: RestrictedAction[]
      from_at: Date
      until_at: Date
    }
    'limits.play_day': { player_id: string; day_market: Date; staked_minor: bigint; won_minor: bigint }
    // Exported views, which other features may read.
    'limits.player_limits': Pick<Tables['limits.player_limit'], 'player_id' | 'kind' | 'period' | 'amount_minor'>
    'limits.events': PlayerEvent
    'limits.changes': Omit<ChangeRow, 'before_minor' | 'operator_id' | 'reason'>
  }
}
