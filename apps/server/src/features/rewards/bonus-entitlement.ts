import type { Db } from '../../platform/db/index.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { weekBefore } from '../limits/index.ts'
import { claimWithinDays, givenMinor } from './bonus-terms.ts'
import { sumLost } from './bonus-store.ts'
import { standingPayments } from './standing-payments.ts'
import type { BonusRuleRow } from './tables.ts'
import type { RewardParts } from './parts.ts'

const dayMs = 86_400_000

/** State of a bonus rule for a player: claimable with amount and cause, or why not. */
type Entitlement =
  | { state: 'claimable'; amountMinor: bigint; cause: string }
  | { state: 'needs_deposit' | 'needs_play' | 'taken' | 'past' }

/** Amount that a rule would give now, from the ledger. */
export async function entitlementOf(
  { platform: { clock } }: RewardParts,
  reader: Db,
  rule: BonusRuleRow,
  session: PlayerSession,
): Promise<Entitlement> {
  const { playerId, currency } = session
  const taken = await reader
    .selectFrom('rewards.bonus')
    .select(['cause', 'kind'])
    .where('player_id', '=', playerId)
    .execute()
  const isTaken = (cause: string) => taken.some((row) => row.cause === cause)
  if (rule.kind === 'cashback') {
    const week = weekBefore(currency, clock.now())
    const cause = `week:${week.from.toISOString().slice(0, 13)}`
    if (isTaken(cause)) return { state: 'taken' }
    const amountMinor = givenMinor(rule, await sumLost(reader, playerId, week.from, week.until))
    return amountMinor > 0n ? { state: 'claimable', amountMinor, cause } : { state: 'needs_play' }
  }
  if (rule.kind === 'welcome' && taken.some((row) => row.kind === 'welcome')) return { state: 'taken' }
  const [first, ...later] = await standingPayments(reader, playerId)
  const since = new Date(Math.max(clock.now().getTime() - claimWithinDays * dayMs, rule.created_at.getTime()))
  const fitting = (rule.kind === 'welcome' ? (first ? [first] : []) : later.toReversed()).filter(
    (payment) => payment.at >= since && payment.amountMinor >= rule.min_deposit_minor,
  )
  const payment = fitting.find((candidate) => !isTaken(`deposit:${candidate.postingId}`))
  // A first deposit that was too small, too old or before the rule is not repeatable.
  if (!payment && rule.kind === 'welcome' && first) return { state: 'past' }
  if (!payment) return { state: fitting.length > 0 ? 'taken' : 'needs_deposit' }
  const amountMinor = givenMinor(rule, payment.amountMinor)
  if (amountMinor === 0n) return { state: 'needs_deposit' }
  return { state: 'claimable', amountMinor, cause: `deposit:${payment.postingId}` }
}

export async function findRule(reader: Db, ruleId: string): Promise<BonusRuleRow> {
  const rule = await reader.selectFrom('rewards.bonus_rule').selectAll().where('id', '=', ruleId).executeTakeFirst()
  if (!rule) throw new Refusal('not_found')
  return rule
}
