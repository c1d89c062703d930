import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { required } from '../../platform/required.ts'
import { normaliseReference, openStates } from '../deposits/index.ts'
import { keysOf, type Match, type OpenPayment, type WaitingLine } from './match-lines.ts'

/** Waiting lines of an account. */
export async function waitingLines(db: Db, account: string): Promise<WaitingLine[]> {
  const rows = await db
    .selectFrom('statements.line')
    .select(['id', 'day', 'amount_minor', 'reference', 'text', 'looks_like'])
    .where('account', '=', account)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    amountMinor: row.amount_minor,
    keys: keysOf(row.reference, row.text, normaliseReference),
    isSuspect: row.looks_like !== null,
  }))
}

/** Undecided reported deposits, as candidates of lines. */
export async function openDeposits(db: Db, account: string): Promise<OpenPayment[]> {
  const rows = await db
    .selectFrom('deposits.deposits')
    .innerJoin('accounts.player_card', 'accounts.player_card.id', 'deposits.deposits.player_id')
    .select([
      'deposits.deposits.id',
      'deposits.deposits.declared_minor',
      'deposits.deposits.ref_norm',
      'accounts.player_card.deposit_code',
      'deposits.deposits.submitted_at',
    ])
    .where('deposits.deposits.detail_id', '=', Number(account))
    .where('deposits.deposits.state', 'in', [...openStates])
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amountMinor: row.declared_minor,
    refNorm: row.ref_norm,
    code: row.deposit_code,
    atMs: row.submitted_at.getTime(),
  }))
}

const lookBackDays = 30

/** Deposits credited manually in the last weeks before their line: they are linked to it, never credited by it. */
export async function creditedWithoutLine(db: Db, account: string, now: Date): Promise<OpenPayment[]> {
  const rows = await db
    .selectFrom('deposits.deposits')
    .leftJoin('statements.line', 'statements.line.payment_id', 'deposits.deposits.id')
    .select([
      'deposits.deposits.id',
      'deposits.deposits.credited_minor',
      'deposits.deposits.ref_norm',
      'deposits.deposits.submitted_at',
    ])
    .where('deposits.deposits.detail_id', '=', Number(account))
    .where('deposits.deposits.state', '=', 'approved')
    .where('deposits.deposits.updated_at', '>', new Date(now.getTime() - lookBackDays * 86_400_000))
    .where('statements.line.id', 'is', null)
    .execute()
  // A code does not prove that the line is this deposit: the player may have paid twice.
  return rows.map((row) => ({
    id: row.id,
    amountMinor: required(row.credited_minor, `credit of ${row.id}`),
    refNorm: row.ref_norm,
    code: '',
    atMs: row.submitted_at.getTime(),
  }))
}

/** Payouts in transit, and paid ones without a line. */
export async function payoutsWithoutLine(db: Db, account: string, now: Date): Promise<OpenPayment[]> {
  const { rows } = await sql<{ id: string; net: bigint; pay_code: string; payment_ref_norm: string | null; at: Date }>`
    select withdrawal.id, (withdrawal.amount_minor - withdrawal.fee_minor)::bigint as net, pay_code, payment_ref_norm,
           coalesce(sent_at, withdrawal.updated_at) as at
    from withdrawals.withdrawals withdrawal left join statements.line line on line.payment_id = withdrawal.id and line.amount_minor < 0
    where 'payouts-' || withdrawal.currency = ${account} and line.id is null
      and (withdrawal.state in ('sent', 'unknown')
           or withdrawal.state in ('paid', 'returned') and withdrawal.updated_at > ${new Date(now.getTime() - lookBackDays * 86_400_000)})`.execute(
    db,
  )
  return rows.map((row) => ({
    id: row.id,
    amountMinor: -BigInt(row.net),
    refNorm: row.payment_ref_norm ?? '',
    code: row.pay_code,
    atMs: new Date(row.at).getTime(),
  }))
}

/** Payments of a service that its report may contain, by its own reference. */
export async function servicePaymentsWithoutLine(db: Db, account: string, now: Date): Promise<OpenPayment[]> {
  const rows = await db
    .selectFrom('payments.service_payments')
    .leftJoin('statements.line', 'statements.line.payment_id', 'payments.service_payments.id')
    .select(['payments.service_payments.id', 'credited_minor', 'service_ref', 'started_at'])
    .where('service', '=', account.replace(/^service-/, ''))
    .where('payments.service_payments.state', '=', 'succeeded')
    .where('started_at', '>', new Date(now.getTime() - lookBackDays * 86_400_000))
    .where('statements.line.id', 'is', null)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    amountMinor: required(row.credited_minor, `credit of ${row.id}`),
    refNorm: (row.service_ref ?? '').toUpperCase().replace(/[^A-Z0-9]/g, ''),
    code: row.id.toUpperCase().replace(/[^A-Z0-9]/g, ''),
    atMs: row.started_at.getTime(),
  }))
}

/** Replaces the account's matches. */
export async function replaceMatches(tx: Tx, account: string, matches: Match[]) {
  await sql`delete from statements.match using statements.line line
            where line.id = statements.match.line_id and line.account = ${account}`.execute(tx)
  if (matches.length === 0) return
  await sql`insert into statements.match (line_id, payment_id, score, exact, why)
            select * from unnest(${matches.map((match) => match.lineId)}::text[], ${matches.map((match) => match.paymentId)}::text[],
                                 ${matches.map((match) => match.score)}::smallint[], ${matches.map((match) => match.exact)}::boolean[],
                                 ${matches.map((match) => match.why.join(' '))}::text[])`.execute(tx)
}
