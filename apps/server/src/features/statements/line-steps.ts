import type { PostingReason } from '@dhow/contract/money-actions'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isOneOf } from '@dhow/contract/records'
import type { StatementParts } from './parts.ts'
import { undecidedStates, type LineRow } from './tables.ts'

/** Line as read by the deciding operator. */
export interface LineVersion {
  version: number
  note?: string | undefined
}

/**
 * Locks an undecided line until the transaction ends, which serialises decisions.
 * @throws Refusal `not_found`, `statement_line_changed`
 */
export async function lockLine(tx: Tx, lineId: string, version?: number): Promise<LineRow> {
  const row = await tx.selectFrom('statements.line').selectAll().where('id', '=', lineId).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  if (!isOneOf(undecidedStates, row.state) || (version !== undefined && row.version !== version))
    throw new Refusal('statement_line_changed')
  return row
}

/** Writes the audit entry of a decision; without an operator it is the program's. */
export const auditLine = (
  { staff }: StatementParts,
  tx: Tx,
  by: StaffSession | undefined,
  row: LineRow,
  { action, text, after }: { action: string; text: string; after: object },
) =>
  staff.audit(tx, {
    operatorId: by?.operatorId ?? null,
    action: `statement.${action}`,
    subject: row.id,
    text,
    before: { state: row.state },
    after: { amount: row.amount_minor.toString(), ...after },
  })

/** Columns of a decision. */
export const decidedBy = ({ platform: { clock } }: StatementParts, by: StaffSession | undefined) => ({
  decided_by: by?.operatorId ?? null,
  decided_at: clock.now(),
})

/** Payer names on a line, normalised as in the blocklist. */
export const payersOf = ({ normalise }: StatementParts, { text, ref_norm }: LineRow) =>
  [normalise(text), ref_norm].filter((name) => name !== '')

export const suspenseOf = (row: LineRow) => ({ house: 'suspense' as const, ref: row.account })

/**
 * Posts a line's money from suspense to a house account; null, without a posting, for a line that was never in
 * suspense.
 */
export async function postFromSuspense(
  { platform: { clock }, wallet }: StatementParts,
  tx: Tx,
  row: LineRow,
  reason: PostingReason,
  credit: { house: 'bank_detail' | 'fees'; ref: string },
): Promise<bigint | null> {
  if (!row.in_suspense) return null
  const posted = await wallet.post(tx, {
    key: `statement-line:${row.id}`,
    reason,
    currency: row.currency,
    happenedAt: clock.now(),
    lines: [{ debit: suspenseOf(row), credit, amountMinor: row.amount_minor }],
  })
  return posted.postingId
}
