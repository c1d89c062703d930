import type { RefusalCode } from '@dhow/contract/refusals'
import { sql } from 'kysely'
import { violatedConstraint } from '../../platform/db/errors.ts'
import type { Database, Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { isOneOf } from '@dhow/contract/records'
import { Refusal } from '../../platform/refusal.ts'
import { undecidedStates, type LineRow, type LineState, type StatementRow } from './tables.ts'

export function findStatementOf(db: Db, account: string, sha256: Buffer): Promise<StatementRow | undefined> {
  return db
    .selectFrom('statements.statement')
    .selectAll()
    .where('account', '=', account)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}

export function findLine(db: Db, id: string): Promise<LineRow | undefined> {
  return db.selectFrom('statements.line').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Updates a line that is still as the caller read it. @throws Refusal `statement_line_changed` */
export async function moveLine(
  tx: Tx,
  seen: Pick<LineRow, 'id' | 'version'>,
  state: LineState,
  change: Partial<
    Pick<
      LineRow,
      'payment_id' | 'player_id' | 'posting_id' | 'reason' | 'note' | 'first_operator' | 'decided_by' | 'decided_at'
    >
  >,
): Promise<LineRow> {
  const row = await tx
    .updateTable('statements.line')
    .set({ ...change, state, version: seen.version + 1 })
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .where('state', 'in', undecidedStates)
    .returningAll()
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'statement_line_payment') throw new Refusal('statement_match_changed')
      throw error
    })
  if (!row) throw new Refusal('statement_line_changed')
  if (!isOneOf(undecidedStates, state)) await tx.deleteFrom('statements.match').where('line_id', '=', row.id).execute()
  return row
}

/** Stores why the bulk credit of a line and a payment failed. A missing line stores nothing. */
export async function noteFailure(
  db: Database,
  failure: { lineId: string; paymentId: string; code: RefusalCode; by: StaffSession; at: Date },
): Promise<void> {
  const { lineId, paymentId, code, by, at } = failure
  await db.transaction((tx) =>
    sql`insert into statements.attempt (line_id, payment_id, code, operator_id, at)
        select id, ${paymentId}, ${code}, ${by.operatorId}, ${at} from statements.line where id = ${lineId}
        on conflict (line_id, payment_id) do update set code = excluded.code, operator_id = excluded.operator_id, at = excluded.at`.execute(
      tx,
    ),
  )
}
