import { sql } from 'kysely'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { Difference } from '@dhow/contract/reconciliation'
import { markets } from '../portal/index.ts'
import { moneyAccounts, type MoneyAccount } from './accounts.ts'
import { differencesOf, type LedgerPayment, type NamedPayment } from './find-differences.ts'
import type { StatementParts } from './parts.ts'
import type { LineRow } from './tables.ts'

const dayMs = 86_400_000
const transitHours = 24
const suspenseDays = 3
const waitingStates = ['waiting', 'awaiting_second_approval'] as const

interface Ours {
  id: string
  reference: string
  minor: bigint
  line_id: string | null
}

/**
 * One day of three books against each other: what our ledger says came in or went out, what the bank, the wallet or the service says, and
 * what of it is the same. Everything that does not fit is one difference with a name. Days are those of each account's market.
 */
export function openReconciliation({ platform: { db, clock, config } }: StatementParts) {
  const { kysely } = db

  return async (wanted?: string) => {
    const now = clock.now()
    const day = wanted ?? lastFullDay(now)
    const differences: Difference[] = []
    const accounts = []
    for (const account of await moneyAccounts(kysely, config)) {
      const ours = await oursOf(account, day)
      const open = (await kysely
        .selectFrom('statements.line')
        .selectAll()
        .where('account', '=', account.account)
        .where('state', 'in', [...waitingStates])
        .orderBy('id')
        .execute()) as LineRow[]
      const lines = await linesOf(account, day)
      const isCovered = await covers(account, day)
      const suspenseMinor = sumOf(open.filter((line) => line.in_suspense).map((line) => line.amount_minor))
      if (ours.length === 0 && lines.length === 0 && suspenseMinor === 0n) continue
      const waiting = open.filter((line) => line.day === day)
      const found = differencesOf(account, day, { ours, waiting, named: await namedBy(account, open), isCovered })
      differences.push(...found)
      accounts.push({
        account: account.account,
        account_name: account.name,
        kind: account.kind,
        currency: account.currency,
        timezone: markets[account.market].timezone,
        covered: isCovered,
        ours: formatDecimal(sumOf(ours.map((one) => one.minor))),
        theirs: formatDecimal(
          sumOf(lines.filter((line) => line.state !== 'dismissed').map((line) => line.amount_minor)),
        ),
        matched: lines.filter((line) => line.payment_id !== null || line.state === 'assigned').length,
        differences: found.length,
        suspense: formatDecimal(suspenseMinor),
      })
    }
    const listed = new Set(differences.flatMap((one) => [one.line_id, one.payment_id]))
    const overdue = await openTooLong(now)
    differences.push(...overdue.filter((one) => !listed.has(one.line_id ?? one.payment_id)))
    return { day, accounts, differences }
  }

  async function linesOf({ account }: MoneyAccount, day: string): Promise<LineRow[]> {
    const listed = kysely
      .selectFrom('statements.line')
      .selectAll()
      .where('account', '=', account)
      .where('day', '=', day)
    return (await listed.orderBy('id').execute()) as LineRow[]
  }

  async function covers({ account }: MoneyAccount, day: string): Promise<boolean> {
    const statement = await kysely
      .selectFrom('statements.statement')
      .select('id')
      .where('account', '=', account)
      .where('first_day', '<=', day)
      .where('last_day', '>=', day)
      .executeTakeFirst()
    return statement !== undefined
  }

  /** The ledger's payments of an account on a day of its market; payouts below zero. A reversed credit is none: its posting took it back. */
  async function oursOf({ account, kind, currency, market }: MoneyAccount, day: string): Promise<LedgerPayment[]> {
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
    const { rows } = await query.execute(kysely)
    return rows.map((row) => ({ id: row.id, reference: row.reference, minor: BigInt(row.minor), lineId: row.line_id }))
  }

  /** The payment that each waiting line names by its reference. */
  async function namedBy({ kind }: MoneyAccount, lines: LineRow[]) {
    const found = new Map<string, NamedPayment>()
    if (lines.length === 0) return found
    if (kind === 'service') {
      const references = lines.flatMap((line) => [line.reference, line.bank_id ?? '']).filter(Boolean)
      if (references.length === 0) return found
      const payments = await kysely
        .selectFrom('payments.service_payments')
        .select(['id', 'service_ref', 'state', 'credited_minor', 'confirmed_minor', 'requested_minor'])
        .where((eb) => eb.or([eb('service_ref', 'in', references), eb('id', 'in', references)]))
        .execute()
      for (const line of lines) {
        const payment = payments.find((one) =>
          [line.reference, line.bank_id].some((text) => text === one.service_ref || text === one.id),
        )
        const minor = payment && (payment.credited_minor ?? payment.confirmed_minor ?? payment.requested_minor ?? 0n)
        if (payment) found.set(line.id, { id: payment.id, minor: minor!, state: payment.state })
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
      order by match.line_id, match.score desc`.execute(kysely)
    for (const row of rows) found.set(row.line_id, { id: row.id, minor: BigInt(row.minor), state: row.state })
    return found
  }

  /** Everything that waits too long, of whatever day: payouts in transit, payments without an answer, money in suspense. */
  async function openTooLong(now: Date): Promise<Difference[]> {
    const { rows } = await sql<{
      account: string
      id: string
      currency: Currency
      minor: bigint
      at: Date
      text: string
    }>`
      select 'payouts-' || currency as account, id, currency, fee_minor - amount_minor as minor, sent_at as at, 'In transit (' || state || ')' as text
      from withdrawals.withdrawals where state in ('sent', 'unknown') and sent_at < ${new Date(now.getTime() - transitHours * 3_600_000)}
      union all
      select 'service-' || service, id, currency, coalesce(requested_minor, 0), started_at, 'Without an answer (' || state || ')'
      from payments.service_payments where state in ('redeeming', 'unknown', 'initiating', 'review') and started_at < ${new Date(now.getTime() - transitHours * 3_600_000)}
      union all
      select account, id, currency, amount_minor, imported_at, 'Money in suspense'
      from statements.line where in_suspense and state in ('waiting', 'awaiting_second_approval') and imported_at < ${new Date(now.getTime() - suspenseDays * dayMs)}
      order by 5`.execute(kysely)
    const known = new Map((await moneyAccounts(kysely, config)).map((one) => [one.account, one]))
    return rows.map((row) => {
      const account = known.get(row.account)
      const isLine = row.id.startsWith('stl_')
      const hours = Math.floor((now.getTime() - new Date(row.at).getTime()) / 3_600_000)
      return {
        kind: 'open_too_long' as const,
        account: row.account,
        account_name: account?.name ?? row.account,
        day: dayIn(account ? markets[account.market].timezone : 'UTC', new Date(row.at)),
        currency: row.currency,
        ours: isLine ? null : formatDecimal(BigInt(row.minor)),
        theirs: isLine ? formatDecimal(BigInt(row.minor)) : null,
        payment_id: isLine ? null : row.id,
        line_id: isLine ? row.id : null,
        reference: '',
        text: `${row.text} for ${hours} hours.`,
        act: isLine
          ? ('decide_line' as const)
          : row.id.startsWith('wd_')
            ? ('check_payout' as const)
            : ('settle_case' as const),
        act_id: row.id,
      }
    })
  }
}

const sumOf = (amounts: bigint[]) => amounts.reduce((total, minor) => total + minor, 0n)

/** The calendar day of an instant in a time zone, as YYYY-MM-DD. */
const dayIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

/** The newest day that is over in every market. */
function lastFullDay(now: Date): string {
  const yesterday = new Date(now.getTime() - dayMs)
  return Object.values(markets)
    .map((market) => dayIn(market.timezone, yesterday))
    .sort()[0]!
}

/** The differences as the rows of a spreadsheet. */
export const differencesCsv = (differences: readonly Difference[]): (string | null)[][] => [
  ['kind', 'day', 'account', 'account_name', 'currency', 'ours', 'theirs', 'payment', 'line', 'reference', 'text'],
  ...differences.map((one) => [
    one.kind,
    one.day,
    one.account,
    one.account_name,
    one.currency,
    one.ours,
    one.theirs,
    one.payment_id,
    one.line_id,
    one.reference,
    one.text,
  ]),
]
