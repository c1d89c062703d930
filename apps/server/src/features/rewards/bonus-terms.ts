import type { Bonus, BonusKind, BonusTerms } from '@dhow/contract/rewards'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { BonusRow, BonusRuleRow } from './tables.ts'

/** Days after a deposit in which a bonus can be claimed for it. */
export const claimWithinDays = 7

/** Amount that a rule gives for a deposit or loss: its share, rounded down, up to the maximum. */
export function givenMinor(rule: Pick<BonusRuleRow, 'percent' | 'max_minor'>, ofMinor: bigint): bigint {
  if (ofMinor <= 0n) return 0n
  const share = (ofMinor * BigInt(rule.percent)) / 100n
  return share < rule.max_minor ? share : rule.max_minor
}

/** Whole per cent of the wagering, rounded down, so that 100 is shown only when complete. */
export function progressOf({ wagered_minor, required_minor }: BonusRow): number {
  if (wagered_minor >= required_minor) return 100
  return Number((wagered_minor * 100n) / required_minor)
}

export function isOpen(rule: BonusRuleRow, now: Date): boolean {
  return rule.stopped_at === null && (rule.ends_at === null || rule.ends_at > now)
}

const given: Record<BonusKind, (percent: string, most: { amount: string; currency: Currency }) => PlayerText> = {
  welcome: (percent, most) => textOf('bonus_welcome', { percent, ...most }),
  reload: (percent, most) => textOf('bonus_reload', { percent, ...most }),
  cashback: (percent, most) => textOf('bonus_cashback', { percent, ...most }),
  referral: (_percent, most) => textOf('bonus_referral', most),
}

/** Terms generated from the figures, so that they match the rules. */
function termsOf(rule: BonusRuleRow, counting: readonly PlayerText[]): PlayerText[] {
  const { currency } = rule
  const money = (minor: bigint) => ({ amount: formatDecimal(minor), currency })
  const list = [given[rule.kind](String(rule.percent), money(rule.max_minor))]
  if (rule.kind === 'referral') {
    list.push(
      textOf('referral_friend', { ...money(rule.min_deposit_minor), stake: formatDecimal(rule.play_minor) }),
      ...counting,
      textOf('referral_paid_to', {}),
    )
    return list
  }
  if (rule.min_deposit_minor > 0n && rule.kind !== 'cashback')
    list.push(textOf('bonus_minimum', money(rule.min_deposit_minor)))
  if (rule.kind !== 'cashback') list.push(textOf('bonus_claim_within', { days: String(claimWithinDays) }))
  list.push(
    rule.wager_times === 0
      ? textOf('bonus_no_wagering', {})
      : textOf('bonus_wagering', { times: String(rule.wager_times), days: String(rule.valid_days) }),
    ...(rule.wager_times === 0 ? [] : counting),
    textOf('bonus_one_active', {}),
  )
  return list
}

type Titled = Pick<BonusRuleRow, 'title' | 'titles'>

const titleOf = ({ title, titles }: Titled) => ({ title, ...(Object.keys(titles).length > 0 ? { titles } : {}) })

/** A rule for players; `counting` lists stakes that count less towards its wagering. */
export function termsReply(rule: BonusRuleRow, counting: readonly PlayerText[]): BonusTerms {
  return {
    id: rule.id,
    kind: rule.kind,
    market: rule.market,
    currency: rule.currency,
    ...titleOf(rule),
    terms: termsOf(rule, counting),
    percent: rule.percent,
    max_amount: formatDecimal(rule.max_minor),
    min_deposit: formatDecimal(rule.min_deposit_minor),
    wager_times: rule.wager_times,
    play_amount: formatDecimal(rule.play_minor),
    valid_days: rule.valid_days,
    ends_at: rule.ends_at?.toISOString() ?? null,
  }
}

export function bonusReply(row: BonusRow & Titled): Bonus {
  const wagered = row.wagered_minor < row.required_minor ? row.wagered_minor : row.required_minor
  return {
    id: row.id,
    rule_id: row.rule_id,
    kind: row.kind,
    ...titleOf(row),
    currency: row.currency,
    amount: formatDecimal(row.amount_minor),
    required: formatDecimal(row.required_minor),
    wagered: formatDecimal(wagered),
    progress: progressOf(row),
    state: row.state,
    granted_at: row.granted_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
