import { sql } from 'kysely'
import { formatDecimal, type Currency } from '@dhow/contract/money'
import type { Difference } from '@dhow/contract/reconciliation'
import { moneyAccounts, type MoneyAccount } from './accounts.ts'
import type { StatementParts } from './index.ts'
import type { LineRow } from './tables.ts'

const dayMs = 86_400_000
const transitHours = 24
const suspenseDays = 3

/** A payment as the ledger has it on one day. */
interface Ours {
  id: string
  reference: string
  minor: bigint
  lineId: string | null
}

/**
 * One day of three books against each other: what our ledger says came in or went out, what the bank, the wallet or the service says, and
 * what of it is the same. Everything that does not fit is a difference with a name. Days are those of UTC.
 */
export function openReconciliation({ platform: { db, clock, config } }: StatementParts) {
  const { kysely } = db

  return async (wanted?: string) => {
    const now = clock.now()
    const day = wanted ?? new Date(now.getTime() - dayMs).toISOString().slice(0, 10)
    const from = new Date(`${day}T00:00:00.000Z`)
    const until = new Date(from.getTime() + dayMs)
    const differences: Difference[] = []
    const accounts = []
    for (const account of await moneyAccounts(kysely, config)) {
      const ours = await oursOf(account, from, until)
      const lines = (await kysely
        .selectFrom('statement_line')
        .selectAll()
        .where('account', '=', account.account)
        .where('day', '=', day)
        .orderBy('id')
        .execute()) as LineRow[]
      const covered =
        (await kysely
          .selectFrom('statement')
          .select('id')
          .where('account', '=', account.account)
          .where('first_day', '<=', day)
          .where('last_day', '>=', day)
          .executeTakeFirst()) !== undefined
      const suspense = await suspenseOf(account.account)
      if (ours.length === 0 && lines.length === 0 && suspense === 0n) continue
      const found = [...oursWithout(account, ours, day, covered), ...(await linesWithout(account, lines))]
      differences.push(...found)
      const sum = (amounts: bigint[]) => amounts.reduce((total, minor) => total + minor, 0n)
      accounts.push({
        account: account.account,
        account_name: account.name,
        kind: account.kind,
        currency: account.currency,
        covered,
        ours: formatDecimal(sum(ours.map((one) => one.minor))),
        theirs: formatDecimal(sum(lines.filter((line) => line.state !== 'dismissed').map((line) => line.amount_minor))),
        matched: lines.filter((line) => line.payment_id !== null || line.state === 'assigned').length,
        differences: found.length,
        suspense: formatDecimal(suspense),
      })
    }
    differences.push(...(await openTooLong(now)))
    return { day, accounts, differences }
  }

  /** What the ledger says of an account on a day; payouts below zero. */
  async function oursOf({ account, kind, currency }: MoneyAccount, from: Date, until: Date): Promise<Ours[]> {
    const query =
      kind === 'bank'
        ? sql<{ id: string; reference: string; minor: bigint; line_id: string | null }>`
            select deposit.id, deposit.ref_norm as reference, credited_minor as minor, line.id as line_id
            from deposit join ledger_posting posting on posting.id = deposit.posting_id
            left join statement_line line on line.payment_id = deposit.id and line.amount_minor > 0
            where deposit.detail_id = ${Number(account)} and posting.happened_at >= ${from} and posting.happened_at < ${until} order by deposit.id`
        : kind === 'payouts'
          ? sql<{ id: string; reference: string; minor: bigint; line_id: string | null }>`
            select withdrawal.id, coalesce(payment_reference, pay_code) as reference, fee_minor - withdrawal.amount_minor as minor, line.id as line_id
            from withdrawal join ledger_posting posting on posting.key = 'withdrawal:' || withdrawal.id || ':paid'
            left join statement_line line on line.payment_id = withdrawal.id and line.amount_minor < 0
            where withdrawal.currency = ${currency} and posting.happened_at >= ${from} and posting.happened_at < ${until} order by withdrawal.id`
          : sql<{ id: string; reference: string; minor: bigint; line_id: string | null }>`
            select payment.id, coalesce(service_ref, payment.id) as reference, credited_minor as minor, line.id as line_id
            from service_payment payment join ledger_posting posting on posting.id = payment.posting_id
            left join statement_line line on line.payment_id = payment.id
            where payment.service = ${account.replace(/^service-/, '')} and posting.happened_at >= ${from} and posting.happened_at < ${until} order by payment.id`
    const { rows } = await query.execute(kysely)
    return rows.map((row) => ({ id: row.id, reference: row.reference, minor: BigInt(row.minor), lineId: row.line_id }))
  }

  async function suspenseOf(account: string): Promise<bigint> {
    const row = await kysely
      .selectFrom('statement_line')
      .select((eb) => eb.fn.sum<string | null>('amount_minor').as('sum'))
      .where('account', '=', account)
      .where('in_suspense', '=', true)
      .where('state', 'in', ['waiting', 'awaiting_second_approval'])
      .executeTakeFirstOrThrow()
    return BigInt(row.sum ?? '0')
  }

  /** What we have and they do not say; a day that no statement covers is one difference, not one a payment. */
  function oursWithout(account: MoneyAccount, ours: Ours[], day: string, covered: boolean): Difference[] {
    const alone = ours.filter((one) => one.lineId === null)
    if (alone.length === 0) return []
    const base = {
      account: account.account,
      account_name: account.name,
      day,
      currency: account.currency,
      theirs: null,
      line_id: null,
    }
    if (!covered) {
      const sumMinor = alone.reduce((total, one) => total + one.minor, 0n)
      const text = `No statement covers this day; ${alone.length} payments of ours cannot be compared.`
      return [{ ...base, kind: 'not_covered', ours: formatDecimal(sumMinor), payment_id: null, reference: '', text }]
    }
    return alone.map((one) => ({
      ...base,
      kind: 'missing_external' as const,
      ours: formatDecimal(one.minor),
      payment_id: one.id,
      reference: one.reference,
      text:
        one.minor < 0n
          ? 'We paid this; the statement does not say so.'
          : 'We credited this; the statement does not have it.',
    }))
  }

  /** What they say and we do not have, or have otherwise. */
  async function linesWithout(account: MoneyAccount, lines: LineRow[]): Promise<Difference[]> {
    const waiting = lines.filter((line) => line.state === 'waiting' || line.state === 'awaiting_second_approval')
    const nearest = await nearestOf(account, waiting)
    return waiting.map((line) => {
      const near = nearest.get(line.id)
      const base = {
        account: account.account,
        account_name: account.name,
        day: line.day,
        currency: line.currency,
        theirs: formatDecimal(line.amount_minor),
        line_id: line.id,
        reference: line.reference || line.text.slice(0, 60),
        ours: near ? formatDecimal(near.minor) : null,
        payment_id: near?.id ?? null,
      }
      if (line.looks_like !== null)
        return { ...base, kind: 'duplicate' as const, text: `It looks like the line ${line.looks_like}.` }
      if (near && near.minor !== line.amount_minor)
        return {
          ...base,
          kind: 'amount_mismatch' as const,
          text: `The payment with this reference is of another amount (${near.state}).`,
        }
      if (near)
        return {
          ...base,
          kind: 'status_mismatch' as const,
          text: `The money is there and the payment is not done (${near.state}).`,
        }
      return {
        ...base,
        kind: 'missing_internal' as const,
        text: 'The statement has this; nothing of ours says whose it is.',
      }
    })
  }

  /** The payment that each waiting line names by its reference. */
  async function nearestOf({ kind }: MoneyAccount, lines: LineRow[]) {
    const found = new Map<string, { id: string; minor: bigint; state: string }>()
    if (lines.length === 0) return found
    if (kind === 'service') {
      const references = lines.flatMap((line) => [line.reference, line.bank_id ?? '']).filter(Boolean)
      if (references.length === 0) return found
      const payments = await kysely
        .selectFrom('service_payment')
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
      from statement_match match
      cross join lateral (
        select id, coalesce(credited_minor, declared_minor) as minor, state from deposit where id = match.payment_id
        union all select id, fee_minor - amount_minor, state from withdrawal where id = match.payment_id
      ) payment
      where match.line_id in (${sql.join(lines.map((line) => line.id))}) and match.why like '%reference%'
      order by match.line_id, match.score desc`.execute(kysely)
    for (const row of rows) found.set(row.line_id, { id: row.id, minor: BigInt(row.minor), state: row.state })
    return found
  }

  /** What should have an end by now, whatever its day: payouts in transit, answers that never came, suspense that nobody clears. */
  async function openTooLong(now: Date): Promise<Difference[]> {
    const { rows } = await sql<{
      account: string
      id: string
      currency: Currency
      minor: bigint
      at: Date
      what: string
    }>`
      select 'payouts-' || currency as account, id, currency, fee_minor - amount_minor as minor, sent_at as at, 'A payout in transit (' || state || ')' as what
      from withdrawal where state in ('sent', 'unknown') and sent_at < ${new Date(now.getTime() - transitHours * 3_600_000)}
      union all
      select 'service-' || service, id, currency, coalesce(requested_minor, 0), started_at, 'A payment without an answer (' || state || ')'
      from service_payment where state in ('redeeming', 'unknown', 'initiating', 'review') and started_at < ${new Date(now.getTime() - transitHours * 3_600_000)}
      union all
      select account, id, currency, amount_minor, imported_at, 'Money in suspense'
      from statement_line where in_suspense and state in ('waiting', 'awaiting_second_approval') and imported_at < ${new Date(now.getTime() - suspenseDays * dayMs)}
      order by 5`.execute(kysely)
    const names = new Map((await moneyAccounts(kysely, config)).map((one) => [one.account, one.name]))
    return rows.map((row) => {
      const isLine = row.id.startsWith('stl_')
      const hours = Math.floor((now.getTime() - new Date(row.at).getTime()) / 3_600_000)
      return {
        kind: 'open_too_long' as const,
        account: row.account,
        account_name: names.get(row.account) ?? row.account,
        day: new Date(row.at).toISOString().slice(0, 10),
        currency: row.currency,
        ours: isLine ? null : formatDecimal(BigInt(row.minor)),
        theirs: isLine ? formatDecimal(BigInt(row.minor)) : null,
        payment_id: isLine ? null : row.id,
        line_id: isLine ? row.id : null,
        reference: '',
        text: `${row.what} for ${hours} hours.`,
      }
    })
  }
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
