import type { HeldWin } from '@dhow/contract/held-wins'
import type { Currency } from '@dhow/contract/money'
import type { Generated } from 'kysely'

interface GameRoundRow {
  player_id: string
  provider_code: string
  round_id: string
  game_id: string
  currency: Currency
  stake_minor: bigint
  payout_minor: bigint
  returned_minor: bigint
  open_bets: number
  ended: boolean
  balance_minor: bigint | null
  id: string
  started_at: Date
  ended_at: Date | null
  /** Grant of a free round, with the house's stake in it. */
  grant_id: Generated<string | null>
  free_minor: Generated<bigint | null>
  /** The game placed its bets by itself. */
  is_automatic: Generated<boolean>
}

export interface FreeRoundGrantRow {
  id: string
  player_id: string
  provider_code: string
  game_id: string
  currency: Currency
  rounds: number
  used: Generated<number>
  stake_minor: bigint
  open_minor: Generated<bigint>
  max_win_minor: bigint
  won_minor: Generated<bigint>
  expires_at: Date
  ended_at: Date | null
  ended_as: 'expired' | 'stopped' | null
  source: 'operator' | 'campaign'
  campaign_id: string | null
  reason: string | null
  granted_by: string
  granted_at: Date
  reminded_at: Date | null
  /** State of free rounds managed by the provider, with its reference. */
  at_provider: 'asked' | 'given' | 'refused' | 'ended' | null
  provider_ref: Generated<string | null>
}

export interface HeldWinRow {
  id: string
  provider_code: string
  tx_id: string
  player_id: string
  round_id: string
  game_id: string
  currency: Currency
  stake_minor: bigint
  win_minor: bigint
  held_minor: bigint
  ceilings: HeldWin['ceilings']
  state: 'held' | 'paid' | 'refused'
  held_at: Date
  decided_at: Date | null
  decided_by: string | null
  reason: string | null
  version: number
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'gateway.game_session': {
      id: string
      provider_code: string
      player_id: string
      game_id: string
      currency: Currency
      launch_hash: Buffer | null
      launch_expires_at: Date
      token_hash: Buffer | null
      opened_at: Date
      ended_at: Date | null
    }
    'gateway.game_transaction': {
      provider_code: string
      tx_id: string
      kind: string
      player_id: string
      round_id: string
      game_id: string
      ref_tx_id: string | null
      currency: Currency
      amount_minor: bigint
      win_minor: Generated<bigint>
      bet_state: 'open' | 'settled' | 'rolled_back' | null
      posting_id: bigint | null
      balance_minor: bigint
      refused_minor: Generated<bigint>
      at: Date
      grant_id: Generated<string | null>
      capped_minor: Generated<bigint | null>
    }
    'gateway.game_round': GameRoundRow
    'gateway.free_round_grant': FreeRoundGrantRow
    /** The same rows, for reading a player's rounds in order; look a single round up by its key in the table. */
    'gateway.game_round_in_order': GameRoundRow
    'gateway.game_provider_key': {
      id: string
      provider_code: string
      kind: 'secret' | 'public' | 'own'
      sealed: Buffer
      print: string
      added_at: Date
      added_by: string | null
      ends_at: Date | null
    }
    'gateway.provider_ceiling': {
      provider_code: string
      currency: Currency
      win_minor: bigint
      multiple: number
      multiple_from_minor: bigint
      hour_minor: bigint
    }
    'gateway.provider_hour': {
      provider_code: string
      currency: Currency
      hour: Date
      process: string
      bets: bigint
      staked_minor: string
      stake_squares: string
      wins: bigint
      won_minor: string
      win_squares: string
    }
    'gateway.held_win': Omit<HeldWinRow, 'state' | 'version'> & {
      state: Generated<HeldWinRow['state']>
      version: Generated<number>
    }
    'gateway.call': {
      at: Date
      provider_code: string
      call: string
      tx_id: string | null
      round_id: string | null
      player_id: string | null
      code: string
      took_us: number
    }
    // Exported views, which other features may read.
    'gateway.round_days': { player_id: string; day_utc: string; staked_minor: bigint; won_minor: bigint }
    'gateway.rounds': Pick<
      Tables['gateway.game_round'],
      | 'player_id'
      | 'provider_code'
      | 'round_id'
      | 'game_id'
      | 'currency'
      | 'stake_minor'
      | 'payout_minor'
      | 'returned_minor'
      | 'open_bets'
      | 'id'
      | 'started_at'
      | 'ended_at'
    >
    'gateway.transactions': Pick<
      Tables['gateway.game_transaction'],
      'provider_code' | 'tx_id' | 'player_id' | 'round_id'
    >
    'gateway.sessions': Pick<Tables['gateway.game_session'], 'id' | 'player_id' | 'game_id' | 'opened_at'>
  }
}
