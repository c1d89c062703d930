import type { Bonus, BonusKind, BonusTerms } from '@dhow/contract/rewards'
import { formatDecimal, formatMoney } from '@dhow/contract/money'
import type { BonusRow, BonusRuleRow } from './tables.ts'

/** How long after a deposit a bonus can be claimed for it. */
export const claimWithinDays = 7

/** Order in which balances are staked, in one sentence for every bonus. */
export const orderOfFunds =
  'You bet with your cash only. Bonus money stays locked until you meet its wagering requirement; then it becomes cash.'

/** Amount that a rule gives for a deposit or a loss: the share of it, rounded down, and never more than the most. */
export function givenMinor(rule: Pick<BonusRuleRow, 'percent' | 'max_minor'>, ofMinor: bigint): bigint {
  if (ofMinor <= 0n) return 0n
  const share = (ofMinor * BigInt(rule.percent)) / 100n
  return share < rule.max_minor ? share : rule.max_minor
}

/** Whole per cent of the wagering, rounded down, so that 100 is said only when it is done. */
export function progressOf({ wagered_minor, required_minor }: BonusRow): number {
  if (wagered_minor >= required_minor) return 100
  return Number((wagered_minor * 100n) / required_minor)
}

export function isOpen(rule: BonusRuleRow, now: Date): boolean {
  return rule.stopped_at === null && (rule.ends_at === null || rule.ends_at > now)
}

const given: Record<BonusKind, (rule: BonusRuleRow, most: string) => string> = {
  welcome: ({ percent }, most) => `We add ${percent}% of your first deposit, up to ${most}.`,
  reload: ({ percent }, most) => `We add ${percent}% of a deposit after your first, up to ${most}.`,
  cashback: ({ percent }, most) => `We give back ${percent}% of what you lost in the week before, up to ${most}.`,
  referral: (_rule, most) => `You get ${most} for each friend who joins with your code, deposits and plays.`,
}

/** The terms as whole sentences, from the figures alone: what is read is what holds. */
function sentences(rule: BonusRuleRow, counting: readonly string[]): string[] {
  const money = (minor: bigint) => formatMoney(minor, rule.currency)
  const list = [given[rule.kind](rule, money(rule.max_minor))]
  if (rule.kind === 'referral') {
    list.push(
      `Your friend has to deposit ${money(rule.min_deposit_minor)} and to stake ${money(rule.play_minor)} in rounds that are settled.`,
      ...counting,
      'It is paid to your cash. Accounts that share a device or a number are not counted.',
    )
    return list
  }
  if (rule.min_deposit_minor > 0n && rule.kind !== 'cashback')
    list.push(`The deposit has to be ${money(rule.min_deposit_minor)} or more.`)
  if (rule.kind !== 'cashback') list.push(`Claim it within ${claimWithinDays} days of the deposit.`)
  list.push(
    rule.wager_times === 0
      ? 'No wagering requirement: it is paid as cash.'
      : `Stake ${rule.wager_times} times the bonus within ${rule.valid_days} days, and it becomes cash.`,
    ...(rule.wager_times === 0 ? [] : counting),
    'You can have one active bonus at a time. If you cancel it, you keep your cash and your winnings.',
  )
  return list
}

/** A rule as players read it; `counting` says which stakes count less towards its wagering. */
export function termsReply(rule: BonusRuleRow, counting: readonly string[]): BonusTerms {
  return {
    id: rule.id,
    kind: rule.kind,
    market: rule.market,
    currency: rule.currency,
    title: rule.title,
    terms: sentences(rule, counting),
    percent: rule.percent,
    max_amount: formatDecimal(rule.max_minor),
    min_deposit: formatDecimal(rule.min_deposit_minor),
    wager_times: rule.wager_times,
    play_amount: formatDecimal(rule.play_minor),
    valid_days: rule.valid_days,
    ends_at: rule.ends_at?.toISOString() ?? null,
  }
}

export function bonusReply(row: BonusRow & { title: string }): Bonus {
  const wagered = row.wagered_minor < row.required_minor ? row.wagered_minor : row.required_minor
  return {
    id: row.id,
    rule_id: row.rule_id,
    kind: row.kind,
    title: row.title,
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
