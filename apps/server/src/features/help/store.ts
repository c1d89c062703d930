import type { Db, Tx } from '../../platform/db/index.ts'
import type { MakeId } from '../../platform/ids.ts'
import type { HelpCaseRow, HelpMessageRow } from './tables.ts'

export const findCase = (db: Db, caseId: string): Promise<HelpCaseRow | undefined> =>
  db.selectFrom('help.help_case').selectAll().where('id', '=', caseId).executeTakeFirst()

export const findCaseOf = (db: Db, paymentId: string): Promise<HelpCaseRow | undefined> =>
  db.selectFrom('help.help_case').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

export const findCasesOf = (db: Db, playerId: string): Promise<HelpCaseRow[]> =>
  db.selectFrom('help.help_case').selectAll().where('player_id', '=', playerId).orderBy('id').execute()

/** The same, kept from other writers until the transaction ends. */
export const holdCase = (tx: Tx, caseId: string): Promise<HelpCaseRow | undefined> =>
  tx.selectFrom('help.help_case').selectAll().where('id', '=', caseId).forUpdate().executeTakeFirst()

export const findMessages = (db: Db, caseIds: string[]): Promise<HelpMessageRow[]> =>
  caseIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('help.message').selectAll().where('case_id', 'in', caseIds).orderBy('id').execute()

export async function addMessage(
  tx: Tx,
  id: MakeId,
  { caseId, at, operatorId, text }: { caseId: string; at: Date; operatorId: string | null; text: string },
) {
  await tx
    .insertInto('help.message')
    .values({ id: id('hms'), case_id: caseId, at, operator_id: operatorId, text })
    .execute()
}

/** A player waits from the first message on that has no answer. */
export async function setState(tx: Tx, row: HelpCaseRow, state: HelpCaseRow['state'], at: Date): Promise<HelpCaseRow> {
  return tx
    .updateTable('help.help_case')
    .set({ state, updated_at: at, waiting_since: state === 'waiting' ? (row.waiting_since ?? at) : null })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
