import { sql } from 'kysely'
import { markets } from '../portal/index.ts'
import type { MoneyAccount } from './accounts.ts'
import type { LedgerPayment, NamedPayment } from './find-differences.ts'
import type { StatementParts } from './parts.ts'
import type { LineRow } from './tables.ts'

interface Ours {
  id: string
  reference: string
  minor: bigint
  line_id: string | null
}

/** Lines of an account on a day. */
export async function linesOf(
  { platform: { db } }: StatementParts,
  { account }: MoneyAccount,
  day: string,
): Promise<LineRow[]> {
  const listed = db.kysely
    .selectFrom('statements.line')
    .selectAll()
    .where('account', '=', account)
    .where('day', '=', day)
  return listed.orderBy('id').execute()
}

/** Whether a statement covers a day. */
export async function isDayCovered(
  { platform: { db } }: StatementParts,
  { account }: MoneyAccount,
  day: string,
): Promise<boolean> {
  const statement = await db.kysely
    .selectFrom('statements.statement')
    .select('id')
    .where('account', '=', account)
    .where('first_day', '<=', day)
    .where('last_day', '>=', day)
    .executeTakeFirst()
  return statement !== undefined
}

/** The ledger's payments of an account on a day of its market; payouts are negative. Reversed credits are excluded. */
export async function listOurPayments(
  { platform: { db } }: StatementParts,
  { account, kind, currency, market }: MoneyAccount,
  day: string,
): Promise<LedgerPayment[]> {
  const zone = markets[market].timezone
  const onDay = sql`posting.happened_at >= ${day}::date::timestamp at time zone ${zone}
                      and posting.happened_at < (${day}::date + 1)::timestamp at time zone ${zone}`
  const query =
    kind === 'bank'
      ? sql<Ours>`
            select deposit.id, deposit.ref_norm as reference, credited_minor as minor, line.id as line_id
            from deposits.deposits deposit join ledger.postings posting on posting.id = deposit.posting_id
            left join statements.line line on line.payment_id = deposit.id and line.amount_minor > 0
            where deposit.detail_id = ${Number(account)} and deposit.state = 'approved' and ${onDay}
            union all
            select line.id, line.reference, line.amount_minor, line.id
            from statements.line line join ledger.postings posting on posting.id = line.posting_id
            where line.account = ${account} and line.state = 'assigned' and ${onDay} order by 1`
      : kind === 'payouts'
        ? sql<Ours>`
            select withdrawal.id, coalesce(payment_reference, pay_code) as reference, fee_minor - withdrawal.amount_minor as minor, line.id as line_id
            from withdrawals.withdrawals withdrawal join ledger.postings posting on posting.key = 'withdrawal:' || withdrawal.id || ':paid'
            left join statements.line line on line.payment_id = withdrawal.id and line.amount_minor < 0
            where withdrawal.currency = ${currency} and ${onDay} order by withdrawal.id`
        : sql<Ours>`
            select payment.id, coalesce(service_ref, payment.id) as reference, credited_minor as minor, line.id as line_id
            from payments.service_payments payment join ledger.postings posting on posting.id = payment.posting_id
            left join statements.line line on line.payment_id = payment.id
            where payment.service = ${account.replace(/^service-/, '')} and ${onDay} order by payment.id`
  const { rows } = await query.execute(db.kysely)
  return rows.map((row) => ({ id: row.id, reference: row.reference, minor: BigInt(row.minor), lineId: row.line_id }))
}

/** Payment named by each waiting line's reference. */
export async function namedBy({ platform: { db } }: StatementParts, { kind }: MoneyAccount, lines: LineRow[]) {
  const found = new Map<string, NamedPayment>()
  if (lines.length === 0) return found
  if (kind === 'service') {
    const references = lines.flatMap((line) => [line.reference, line.bank_id ?? '']).filter(Boolean)
    if (references.length === 0) return found
    const payments = await db.kysely
      .selectFrom('payments.service_payments')
      .select(['id', 'service_ref', 'state', 'credited_minor', 'confirmed_minor', 'requested_minor'])
      .where((eb) => eb.or([eb('service_ref', 'in', references), eb('id', 'in', references)]))
      .execute()
    for (const line of lines) {
      const payment = payments.find((one) =>
        [line.reference, line.bank_id].some((text) => text === one.service_ref || text === one.id),
      )
      if (!payment) continue
      const minor = payment.credited_minor ?? payment.confirmed_minor ?? payment.requested_minor ?? 0n
      found.set(line.id, { id: payment.id, minor, state: payment.state })
    }
    return found
  }
  const { rows } = await sql<{ line_id: string; id: string; minor: bigint; state: string }>`
      select distinct on (match.line_id) match.line_id, payment.id, payment.minor, payment.state
      from statements.match match
      cross join lateral (
        select id, coalesce(credited_minor, declared_minor) as minor, state from deposits.deposits where id = match.payment_id
union all select id, fee_minor - amount_minor, state from withdrawals.withdrawals where id = match.payment_id
      ) payment
      where match.line_id in (${sql.join(lines.map((line) => line.id))}) and (match.why like '%reference%' or match.payment_id like 'wd_%' and match.why like '%code%')
      order by match.line_id, match.score desc`.execute(db.kysely)
  for (const row of rows) found.set(row.line_id, { id: row.id, minor: BigInt(row.minor), state: row.state })
  return found
}
