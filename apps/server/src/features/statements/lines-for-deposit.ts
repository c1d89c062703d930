import { formatDecimal } from '@dhow/contract/money'
import type { StatementParts } from './parts.ts'

const maxLines = 5

/** Undecided bank lines that may belong to a deposit, best match first. */
export async function listLinesForDeposit({ platform: { db } }: StatementParts, depositId: string) {
  const rows = await db.kysely
    .selectFrom('statements.match as match')
    .innerJoin('statements.line as line', 'line.id', 'match.line_id')
    .innerJoin('deposits.deposits', 'deposits.deposits.id', 'match.payment_id')
    .selectAll('line')
    .select(['match.exact', 'deposits.deposits.detail_id'])
    .where('match.payment_id', '=', depositId)
    .where('line.state', '=', 'waiting')
    .where('line.in_suspense', '=', true)
    .whereRef('line.currency', '=', 'deposits.deposits.currency')
    .orderBy('match.score', 'desc')
    .orderBy('line.id')
    .limit(maxLines)
    .execute()
  return rows
    .filter((row) => row.account === String(row.detail_id))
    .map((row) => ({
      id: row.id,
      version: row.version,
      day: row.day,
      amount: formatDecimal(row.amount_minor),
      currency: row.currency,
      reference: row.reference,
      text: row.text,
      exact: row.exact,
    }))
}
