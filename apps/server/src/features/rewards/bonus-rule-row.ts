import type { ClaimRules } from '@dhow/contract/claim-rules'
import { operatorText } from '@dhow/contract/operator-texts'
import { textOf } from '@dhow/contract/player-texts'
import type { BonusKind } from '@dhow/contract/rewards'
import { parseAmount } from '@dhow/contract/money'
import type { Market, OtherNames } from '@dhow/contract/shapes'
import { fieldRefusal, Refusal, type FieldTexts } from '../../platform/refusal.ts'
import type { RewardParts } from './parts.ts'
import type { BonusRuleRow } from './tables.ts'

export interface NewBonusRule {
  kind: BonusKind
  market: Market
  title: string
  titles?: OtherNames | undefined
  percent?: number | undefined
  max_amount: string
  min_deposit?: string | undefined
  wager_times?: number | undefined
  play_amount?: string | undefined
  valid_days?: number | undefined
  ends_in_days?: number | undefined
  claim_rules?: ClaimRules | undefined
}

const currencyOf = { NA: 'NAD', IN: 'INR' } as const

const dayMs = 86_400_000

export function amountOf(text: string, field: string, mayBeNothing = false): bigint {
  const amountMinor = parseAmount(text)
  if (amountMinor === undefined || (amountMinor === 0n && !mayBeNothing))
    throw fieldRefusal('amount_invalid', field, textOf('number_invalid', {}))
  return amountMinor
}

export function bonusRuleRow(
  { platform: { clock } }: RewardParts,
  rule: NewBonusRule,
  ruleId: string,
  operatorId: string | null,
): BonusRuleRow {
  const { kind, percent = 0 } = rule
  const now = clock.now()
  const row: BonusRuleRow = {
    id: ruleId,
    kind,
    market: rule.market,
    currency: currencyOf[rule.market],
    title: rule.title,
    titles: rule.titles ?? {},
    percent,
    max_minor: amountOf(rule.max_amount, 'max_amount'),
    min_deposit_minor: rule.min_deposit === undefined ? 0n : amountOf(rule.min_deposit, 'min_deposit', true),
    wager_times: kind === 'referral' ? 0 : (rule.wager_times ?? 10),
    play_minor: rule.play_amount === undefined ? 0n : amountOf(rule.play_amount, 'play_amount', true),
    valid_days: rule.valid_days ?? 30,
    ends_at: rule.ends_in_days === undefined ? null : new Date(now.getTime() + rule.ends_in_days * dayMs),
    stopped_at: null,
    created_by: operatorId,
    created_at: now,
  }
  const faults: FieldTexts = {}
  if (kind === 'referral' && percent !== 0) faults['percent'] = [operatorText('referral_no_share', {})]
  if (kind !== 'referral' && percent === 0) faults['percent'] = [operatorText('share_required', {})]
  if (kind === 'referral' && row.play_minor === 0n) faults['play_amount'] = [operatorText('friend_stake_required', {})]
  if (kind === 'referral' && row.min_deposit_minor === 0n)
    faults['min_deposit'] = [operatorText('friend_deposit_required', {})]
  if (kind !== 'referral' && row.play_minor > 0n) faults['play_amount'] = [operatorText('play_of_referral_only', {})]
  if (Object.keys(faults).length > 0) throw new Refusal('bonus_rule_invalid', { fields: faults })
  return row
}
