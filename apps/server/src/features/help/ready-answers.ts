import type { ReadyAnswer } from '@dhow/contract/help-desk'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { HelpParts } from './parts.ts'

type Texts = Pick<ReadyAnswer, 'title' | 'en' | 'hi' | 'af'>

async function read(db: Db, id?: string): Promise<ReadyAnswer[]> {
  let query = db
    .selectFrom('help.ready_answer as answer')
    .innerJoin('staff.operator_card as author', 'author.id', 'answer.changed_by')
    .select(['answer.id', 'answer.title', 'answer.en', 'answer.hi', 'answer.af', 'answer.version'])
    .select(['answer.changed_at', 'author.name as changed_by'])
    .orderBy('answer.title')
    .orderBy('answer.id')
  if (id !== undefined) query = query.where('answer.id', '=', id)
  return (await query.execute()).map((row) => ({ ...row, changed_at: row.changed_at.toISOString() }))
}

/** Canned answers by title. */
export const listReadyAnswers = ({ platform: { db } }: HelpParts) => read(db.kysely)

/** Adds a canned answer. */
export function addReadyAnswer(parts: HelpParts, by: StaffSession, texts: Texts): Promise<ReadyAnswer> {
  const { db, clock, id } = parts.platform
  return db.transaction(async (tx) => {
    const answerId = id('hra')
    await tx
      .insertInto('help.ready_answer')
      .values({ id: answerId, ...texts, changed_at: clock.now(), changed_by: by.operatorId })
      .execute()
    await trail(parts, tx, by, {
      answerId,
      text: `Added the ready answer “${texts.title}”`,
      before: null,
      after: texts,
    })
    return required((await read(tx, answerId))[0], 'added answer')
  })
}

/** Changes a canned answer. @throws Refusal `not_found`, `ready_answer_changed` if the version is outdated */
export function changeReadyAnswer(
  parts: HelpParts,
  by: StaffSession,
  answerId: string,
  { version, ...texts }: Texts & { version: number },
): Promise<ReadyAnswer> {
  const { db, clock } = parts.platform
  return db.transaction(async (tx) => {
    const before = await hold(tx, answerId)
    if (before.version !== version) throw new Refusal('ready_answer_changed')
    await tx
      .updateTable('help.ready_answer')
      .set({ ...texts, version: version + 1, changed_at: clock.now(), changed_by: by.operatorId })
      .where('id', '=', answerId)
      .execute()
    const { title, en, hi, af } = before
    const text = `Changed the ready answer “${texts.title}”`
    await trail(parts, tx, by, { answerId, text, before: { title, en, hi, af }, after: texts })
    return required((await read(tx, answerId))[0], 'changed answer')
  })
}

/** @throws Refusal `not_found` */
export function removeReadyAnswer(parts: HelpParts, by: StaffSession, answerId: string): Promise<void> {
  return parts.platform.db.transaction(async (tx) => {
    const { title, en, hi, af } = await hold(tx, answerId)
    await tx.deleteFrom('help.ready_answer').where('id', '=', answerId).execute()
    const text = `Removed the ready answer “${title}”`
    await trail(parts, tx, by, { answerId, text, before: { title, en, hi, af }, after: null })
  })
}

async function hold(tx: Tx, answerId: string) {
  const row = await tx
    .selectFrom('help.ready_answer')
    .selectAll()
    .where('id', '=', answerId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row
}

const trail = (
  { staff }: HelpParts,
  tx: Tx,
  by: StaffSession,
  { answerId, ...line }: { answerId: string; text: string; before: Texts | null; after: Texts | null },
) => staff.audit(tx, { operatorId: by.operatorId, action: 'help.edit_answers', subject: answerId, ...line })
