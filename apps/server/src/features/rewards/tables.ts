import type { PlayerEvent } from '../../platform/player-events.ts'
import type { BonusKind } from '@dhow/contract/rewards'
import type { RewardCheck } from '@dhow/contract/reward-checks'
import type { OtherNames } from '@dhow/contract/shapes'
import type { ColumnType, Generated } from 'kysely'

interface GiftEnvelopeTable {
  id: string
  code_hash: Buffer
  title: string
  market: 'NA' | 'IN'
  currency: 'NAD' | 'INR'
  kind: 'fixed' | 'split'
  pot_minor: bigint
  claims: number
  min_account_age_hours: number
  expires_at: Date
  stopped_at: Date | null
  created_by: string | null
  created_at: Date
}

interface GiftShareTable {
  envelope_id: string
  number: number
  amount_minor: bigint
  player_id: string | null
  claimed_at: Date | null
}

interface BonusRuleRow {
  id: string
  kind: BonusKind
  market: 'NA' | 'IN'
  currency: 'NAD' | 'INR'
  title: string
  /** Titles in other languages, by language. */
  titles: OtherNames
  percent: number
  max_minor: bigint
  min_deposit_minor: bigint
  wager_times: number
  play_minor: bigint
  valid_days: number
  ends_at: Date | null
  stopped_at: Date | null
  created_by: string | null
  created_at: Date
}

type BonusRuleTable = Omit<BonusRuleRow, 'titles'> & { titles: ColumnType<OtherNames, string, string> }

interface BonusRow {
  id: string
  rule_id: string
  kind: BonusKind
  player_id: string
  currency: 'NAD' | 'INR'
  amount_minor: bigint
  required_minor: bigint
  wagered_minor: bigint
  counted_to: bigint
  state: 'active' | 'completed' | 'cancelled' | 'expired'
  cause: string
  device_id: string | null
  granted_at: Date
  expires_at: Date
  ended_at: Date | null
  /** When it was taken back after becoming cash, with the reversal of its deposit. */
  taken_back_at: Date | null
}

interface ReferralTable {
  referred_id: string
  referrer_id: string
  joined_at: Date
  state: Generated<'waiting' | 'paid' | 'refused'>
  reason: string | null
  rule_id: string | null
  amount_minor: bigint | null
  ended_at: Date | null
}

interface RewardCheckTable {
  id: string
  kind: BonusKind
  player_id: string
  subject: string
  currency: 'NAD' | 'INR'
  amount_minor: bigint
  points: number
  reasons: ColumnType<RewardCheck['reasons'], string, string>
  state: Generated<RewardCheck['state']>
  created_at: Date
  decided_at: Date | null
  decided_by: string | null
  note: string | null
}

/** Rules of a reward about who may claim it. */
export interface ClaimRuleRow {
  reward_id: string
  tier: 'mobile_verified' | 'person_verified' | null
  per_network: number | null
  per_device: number | null
  window_hours: number
  excludes: string[]
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'rewards.gift_envelope': GiftEnvelopeTable
    'rewards.gift_share': GiftShareTable
    'rewards.bonus_rule': BonusRuleTable
    'rewards.bonus': BonusRow
    'rewards.referral_code': { player_id: string; code: string }
    'rewards.referral': ReferralTable
    'rewards.reward_signal': { code: string; weight: number; busy_weight: number }
    'rewards.reward_check': RewardCheckTable
    'rewards.wagering_weight': { scope: string; percent: number }
    'rewards.wagering_return': { from_percent: number; below_percent: number; percent: number }
    'rewards.claim_rule': ClaimRuleRow
    'rewards.claim': {
      id: string
      reward_id: string
      player_id: string
      network: string
      device_id: string | null
      at: Date
    }
    'rewards.refused_claim': {
      reward_id: string
      player_id: string
      code: string
      params: ColumnType<Record<string, string>, string, string>
      tries: Generated<number>
      at: Date
    }
    'rewards.events': PlayerEvent
    'rewards.flagged_players': { player_id: string }
    'rewards.referrals': Pick<
      ReferralTable,
      'referred_id' | 'referrer_id' | 'joined_at' | 'state' | 'reason' | 'amount_minor' | 'ended_at'
    >
    'rewards.bonuses': Pick<
      BonusRow,
      | 'id'
      | 'rule_id'
      | 'kind'
      | 'player_id'
      | 'currency'
      | 'amount_minor'
      | 'required_minor'
      | 'wagered_minor'
      | 'state'
      | 'granted_at'
    > & { title: string }
    'rewards.gift_titles': Pick<GiftEnvelopeTable, 'id' | 'title'>
    'rewards.gift_shares': GiftShareTable
  }
}

export type { BonusRow, BonusRuleRow, GiftEnvelopeTable, GiftShareTable }
