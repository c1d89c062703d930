import { formatDecimal } from '@dhow/contract/money'
import type { Statement } from '@dhow/contract/statements'
import { required } from '../../platform/required.ts'
import { namesOfAccounts, namesOfOperators } from './card-names.ts'
import type { StatementParts } from './parts.ts'
import type { StatementRow } from './tables.ts'

/** Statements for operators. */
export async function statementReplies(parts: StatementParts, rows: StatementRow[]): Promise<Statement[]> {
  const accounts = await namesOfAccounts(parts)
  const operators = await namesOfOperators(parts)
  const amount = (minor: bigint | null) => (minor === null ? null : formatDecimal(minor))
  return rows.map((row) => ({
    id: row.id,
    account: row.account,
    account_name: accounts.get(row.account) ?? row.account,
    format: row.format,
    file_name: row.file_name,
    currency: row.currency,
    first_day: row.first_day,
    last_day: row.last_day,
    opening: amount(row.opening_minor),
    closing: amount(row.closing_minor),
    lines: row.lines,
    new_lines: row.new_lines,
    new_in: formatDecimal(row.new_in_minor),
    new_out: formatDecimal(row.new_out_minor),
    imported_by: operators.get(row.imported_by) ?? '',
    imported_at: row.imported_at.toISOString(),
  }))
}

export async function statementReply(parts: StatementParts, row: StatementRow): Promise<Statement> {
  const [reply] = await statementReplies(parts, [row])
  return required(reply, `statement ${row.id}`)
}
