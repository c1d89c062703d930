import type { Db, Tx } from '../../platform/db/index.ts'
import type { MakeId } from '../../platform/ids.ts'
import type { ComplaintRow, HelpCaseRow, HelpMessageRow, PictureRow } from './tables.ts'
import { readCursor } from './cursors.ts'

export const findCase = (db: Db, caseId: string): Promise<HelpCaseRow | undefined> =>
  db.selectFrom('help.help_case').selectAll().where('id', '=', caseId).executeTakeFirst()

export const findCaseOf = (db: Db, paymentId: string): Promise<HelpCaseRow | undefined> =>
  db.selectFrom('help.help_case').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

export const findCasesOf = (db: Db, playerId: string): Promise<HelpCaseRow[]> =>
  db.selectFrom('help.help_case').selectAll().where('player_id', '=', playerId).orderBy('id').execute()

/** Locks a case until the transaction ends. */
export const holdCase = (tx: Tx, caseId: string): Promise<HelpCaseRow | undefined> =>
  tx.selectFrom('help.help_case').selectAll().where('id', '=', caseId).forUpdate().executeTakeFirst()

export const findMessages = (db: Db, caseIds: string[]): Promise<HelpMessageRow[]> =>
  caseIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('help.message').selectAll().where('case_id', 'in', caseIds).orderBy('id').execute()

export async function addMessage(
  tx: Tx,
  id: MakeId,
  {
    caseId,
    at,
    operatorId,
    text,
    picture,
  }: { caseId: string; at: Date; operatorId: string | null; text: string; picture?: string | undefined },
) {
  const messageId = id('hms')
  await tx
    .insertInto('help.message')
    .values({ id: messageId, case_id: caseId, at, operator_id: operatorId, text })
    .execute()
  if (picture !== undefined)
    await tx
      .insertInto('help.picture')
      .values({ id: id('hpi'), message_id: messageId, file: picture })
      .execute()
}

/** Pictures of some messages. */
export const findPictures = (db: Db, messageIds: string[]): Promise<PictureRow[]> =>
  messageIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('help.picture').selectAll().where('message_id', 'in', messageIds).orderBy('id').execute()

export const findComplaints = (db: Db, caseIds: string[]): Promise<ComplaintRow[]> =>
  caseIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('help.complaint').selectAll().where('case_id', 'in', caseIds).execute()

/** A player's cases by their last message, newest first: one more than the limit. */
export function findConversations(db: Db, playerId: string, limit: number, cursor: string | undefined) {
  const after = readCursor(cursor)
  let query = db.selectFrom('help.help_case').selectAll().where('player_id', '=', playerId)
  if (after)
    query = query.where((eb) =>
      eb.or([eb('updated_at', '<', after.at), eb.and([eb('updated_at', '=', after.at), eb('id', '<', after.id)])]),
    )
  return query
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

/** A player waits since the first unanswered message. */
export async function setState(tx: Tx, row: HelpCaseRow, state: HelpCaseRow['state'], at: Date): Promise<HelpCaseRow> {
  return tx
    .updateTable('help.help_case')
    .set({ state, updated_at: at, waiting_since: state === 'waiting' ? (row.waiting_since ?? at) : null })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
