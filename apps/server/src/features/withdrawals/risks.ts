import type { OperatorTextParams, WarningTextParams } from '@dhow/contract/operator-text-params'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { WarningGrade } from '@dhow/contract/queue-shapes'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'

/** Risk flag of a withdrawal. One with `mustCheck` must be acknowledged by the operator before the approval. */
export interface Risk extends OperatorText {
  mustCheck: boolean
}

export interface RiskFacts {
  holder: string
  /** Names from this player's own payments and payout accounts. */
  knownNames: string[]
  depositedMinor: bigint
  stakedMinor: bigint
  lastDepositMs: number | undefined
  nowMs: number
  amountMinor: bigint
  cashMinor: bigint
}

const soonMs = 60 * 60_000

/** Risk flags of a withdrawal request. */
export function risksOf(facts: RiskFacts): Risk[] {
  const risks: Risk[] = []
  const flag = <Code extends keyof WarningTextParams>(
    code: Code,
    params: OperatorTextParams[Code],
    mustCheck = false,
  ) => risks.push({ ...operatorText(code, params), mustCheck })
  if (facts.knownNames.length === 0) flag('name_unknown', {})
  else if (!facts.knownNames.some((name) => namesMatch(name, facts.holder)))
    flag('name_differs', { holder: facts.holder, known: facts.knownNames.slice(0, 3).join(', ') }, true)
  if (facts.depositedMinor > 0n && facts.stakedMinor * 2n < facts.depositedMinor) flag('little_play', {})
  if (facts.lastDepositMs !== undefined && facts.nowMs - facts.lastDepositMs < soonMs) flag('soon_after_deposit', {})
  if (facts.cashMinor > 0n && facts.amountMinor * 10n >= facts.cashMinor * 9n) flag('much_at_once', {})
  return risks
}

/**
 * Whether two spellings may be one person's name: case, accents, order, initials and titles do not matter, and one may
 * have more parts.
 * @example namesMatch('NANGOLO, Ester T.', 'Ester Nangolo') // true
 */
export function namesMatch(one: string, other: string): boolean {
  const [first, second] = [partsOf(one), partsOf(other)]
  const [fewer, more] = first.size <= second.size ? [first, second] : [second, first]
  if (fewer.size === 0) return false
  const shared = [...fewer].filter((part) => more.has(part)).length
  return shared === fewer.size && (shared >= 2 || more.size === 1)
}

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'shri', 'smt', 'kumari'])

function partsOf(name: string): Set<string> {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return new Set(plain.split(/[^\p{L}]+/u).filter((part) => part.length > 1 && !titles.has(part)))
}

/** Ledger sums of a player's last 30 days. */
export async function moneyFacts(db: Db, playerId: string, since: Date) {
  const { rows } = await sql<{ deposited: string; staked: string; last: Date | null }>`
    select coalesce(sum(transfer.amount_minor) filter (where transfer.credit = 'cash' and posting.reason in ('deposit', 'voucher', 'payment')), 0)::text as deposited,
           coalesce(sum(transfer.amount_minor) filter (where transfer.credit = 'in_play'), 0)::text as staked,
           max(posting.happened_at) filter (where posting.reason in ('deposit', 'voucher', 'payment')) as last
    from ledger.postings posting join ledger.transfers transfer on transfer.posting_id = posting.id
    where posting.player_id = ${playerId} and posting.happened_at >= ${since}`.execute(db)
  const { deposited, staked, last } = required(rows[0], 'sums')
  return {
    depositedMinor: BigInt(deposited),
    stakedMinor: BigInt(staked),
    lastDepositMs: last === null ? undefined : new Date(last).getTime(),
  }
}

const grades: readonly WarningGrade[] = ['certain', 'likely', 'note']
const gradeOf: Readonly<Record<string, WarningGrade>> = {
  payee_blocked: 'certain',
  account_shared: 'likely',
  name_differs: 'likely',
}

/** Graded warnings, most severe first; a code without a grade is only a note. */
export function graded<Warning extends { code: string }>(warnings: readonly Warning[]) {
  return warnings
    .map((warning) => ({ ...warning, grade: gradeOf[warning.code] ?? ('note' as const) }))
    .sort((one, other) => grades.indexOf(one.grade) - grades.indexOf(other.grade))
}
