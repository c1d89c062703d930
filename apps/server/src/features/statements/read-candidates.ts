import { sql } from 'kysely'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import { operatorText } from '@dhow/contract/operator-texts'
import type { LineCandidate } from '@dhow/contract/statement-lines'
import type { Db } from '../../platform/db/index.ts'
import { isOneOf } from '@dhow/contract/records'
import { required } from '../../platform/required.ts'
import { decisionFor, type DecisionPayment } from './line-decision.ts'
import { matchReasons, type MatchReason } from './match-lines.ts'
import type { LineRow } from './tables.ts'

/** Warnings of nearly every deposit in a new portal, which do not make this one doubtful. */
const noDoubt = ['new_player']

interface Reader {
  operatorId: string
  now: Date
}

interface Found {
  line_id: string
  payment_id: string
  score: number
  exact: boolean
  why: string
  kind: DecisionPayment['kind']
  account: string
  currency: Currency
  amount: bigint
  reference: string
  state: string
  at: Date
  claimed_by: string | null
  claim_expires_at: Date | null
  first_approver: string | null
  first_minor: bigint | null
  player_id: string
  player_name: string
}

/**
 * Candidate payments of undecided lines, by line, each with the decision that this operator can make now; four queries
 * per page.
 */
export async function candidatesOf(db: Db, rows: LineRow[], reader: Reader): Promise<Map<string, LineCandidate[]>> {
  const found = new Map<string, LineCandidate[]>()
  const waiting = new Map(rows.filter((row) => row.decided_at === null).map((row) => [row.id, row]))
  if (waiting.size === 0) return found
  const matches = await findMatches(db, [...waiting.keys()])
  if (matches.length === 0) return found
  const paymentIds = matches.map((match) => match.payment_id)
  const warnings = await db.selectFrom('deposits.warnings').selectAll().where('deposit_id', 'in', paymentIds).execute()
  const operators = await db.selectFrom('staff.operator_card').select(['id', 'name']).execute()
  const nameOf = (operatorId: string) => operators.find((one) => one.id === operatorId)?.name ?? ''
  const attempts = await db
    .selectFrom('statements.attempt')
    .selectAll()
    .where('line_id', 'in', [...waiting.keys()])
    .execute()
  for (const match of matches) {
    const line = required(waiting.get(match.line_id), `line ${match.line_id}`)
    const isClaimed = match.claim_expires_at !== null && match.claim_expires_at > reader.now
    const { action, note } = decisionFor(
      { account: line.account, currency: line.currency, amountMinor: line.amount_minor, inSuspense: line.in_suspense },
      {
        kind: match.kind,
        account: match.account,
        currency: match.currency,
        amountMinor: BigInt(match.amount),
        state: match.state,
        claimedBy:
          isClaimed && match.claimed_by !== null && match.claimed_by !== reader.operatorId
            ? nameOf(match.claimed_by)
            : null,
        firstMinor: match.first_minor === null ? null : BigInt(match.first_minor),
        isFirstApprover: match.first_approver === reader.operatorId,
      },
    )
    const own = warnings.filter((warning) => warning.deposit_id === match.payment_id)
    const attempt = attempts.find((one) => one.line_id === match.line_id && one.payment_id === match.payment_id)
    const list = found.get(match.line_id) ?? []
    list.push({
      payment_id: match.payment_id,
      score: match.score,
      exact: match.exact,
      why: reasonsOf(match.why),
      amount: formatDecimal(BigInt(match.amount)),
      reference: match.reference,
      player: { id: match.player_id, player_name: match.player_name },
      state: match.state,
      at: new Date(match.at).toISOString(),
      action,
      note,
      warnings: own.map(({ code, params, other_id: otherId }) => ({
        code,
        params,
        deposit_id: otherId.startsWith('dep_') ? otherId : null,
      })),
      failed: attempt
        ? {
            text: operatorText('outcome_refused', { refusal: attempt.code }),
            by: nameOf(attempt.operator_id),
            at: attempt.at.toISOString(),
          }
        : null,
      ready: match.exact && action === 'credit' && !attempt && !hasWarningsToReview(own),
    })
    found.set(match.line_id, list)
  }
  return found
}

const reasonsOf = (text: string): MatchReason[] => text.split(' ').filter((word) => isOneOf(matchReasons, word))

const hasWarningsToReview = (warnings: { code: string }[]) => warnings.some(({ code }) => !noDoubt.includes(code))

/** Whether a deposit has warnings that require an individual decision. */
export async function depositNeedsReview(db: Db, depositId: string): Promise<boolean> {
  return hasWarningsToReview(
    await db.selectFrom('deposits.warnings').select('code').where('deposit_id', '=', depositId).execute(),
  )
}

async function findMatches(db: Db, lineIds: string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select match.*, payment.kind, payment.account, payment.currency, payment.amount, payment.reference, payment.state, payment.at,
           payment.claimed_by, payment.claim_expires_at, payment.first_approver, payment.first_minor,
           player.id as player_id, player.player_name
    from statements.match match
    cross join lateral (
      select 'deposit' as kind, detail_id::text as account, currency, coalesce(credited_minor, declared_minor) as amount, ref_norm as reference,
             state, submitted_at as at, player_id, claimed_by, claim_expires_at,
             case when state = 'awaiting_second_approval' then first_approver end as first_approver,
             case when state = 'awaiting_second_approval' then first_minor end as first_minor
      from deposits.deposits where id = match.payment_id
      union all
      select 'withdrawal', 'payouts-' || currency, currency, amount_minor - fee_minor, pay_code,
             state, coalesce(sent_at, requested_at), player_id, null, null, null, null
      from withdrawals.withdrawals where id = match.payment_id
      union all
      select 'service', 'service-' || service, currency, coalesce(credited_minor, confirmed_minor, requested_minor, 0), coalesce(service_ref, ''),
             state, started_at, player_id, null, null, null, null
      from payments.service_payments where id = match.payment_id
    ) payment
    join accounts.player_card player on player.id = payment.player_id
    where match.line_id in (${sql.join(lineIds)})
    order by match.score desc, match.payment_id`.execute(db)
  return rows
}
