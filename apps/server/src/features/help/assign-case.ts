import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { changeCase } from './change-case.ts'
import type { HelpParts } from './parts.ts'
import { findCase } from './store.ts'
import { paymentOf } from './payment-of-case.ts'

/** Active operators who may answer questions, by name. */
export const listAnswerers = ({ platform: { db }, staff }: HelpParts, reader: Db = db.kysely) =>
  staff.listWith(reader, 'help.answer')

/** Assigns a case to an operator, or to nobody. @throws Refusal `not_found`, `answerer_unknown` */
export const assignCase = (parts: HelpParts, caseId: string, by: StaffSession, operatorId: string | null) =>
  changeCase(parts, caseId, by, async (tx, _row, at) => {
    if (operatorId === null) {
      await tx.deleteFrom('help.assignment').where('case_id', '=', caseId).execute()
      return { action: 'help.assign', text: `Gave the case ${caseId} to nobody` }
    }
    const operator = (await listAnswerers(parts, tx)).find(({ id }) => id === operatorId)
    if (!operator) throw new Refusal('answerer_unknown')
    await tx
      .insertInto('help.assignment')
      .values({ case_id: caseId, operator_id: operatorId, at })
      .onConflict((conflict) => conflict.column('case_id').doUpdateSet({ operator_id: operatorId, at }))
      .execute()
    return { action: 'help.assign', text: `Gave the case ${caseId} to ${operator.name}` }
  })

/** Whether it is a payment or a ledger entry of this player. */
async function belongsTo(parts: HelpParts, about: string, playerId: string): Promise<boolean> {
  if (!about.startsWith('tr_')) return (await paymentOf(parts, about))?.playerId === playerId
  const number = about.slice(3)
  if (!/^\d{1,18}$/.test(number)) return false
  const { rows } = await sql`select 1 from ledger.transfers where id = ${number} and player_id = ${playerId}`.execute(
    parts.platform.db.kysely,
  )
  return rows.length > 0
}

/** Links a case to an entry, deposit or withdrawal of its player. @throws Refusal `not_found`, `link_unknown` */
export async function linkCase(parts: HelpParts, caseId: string, by: StaffSession, about: string) {
  const asked = await findCase(parts.platform.db.kysely, caseId)
  if (!asked) throw new Refusal('not_found')
  if (!(await belongsTo(parts, about, asked.player_id))) throw new Refusal('link_unknown')
  return changeCase(parts, caseId, by, async (tx, _row, at) => {
    const added = await tx
      .insertInto('help.link')
      .values({ case_id: caseId, about_id: about, operator_id: by.operatorId, at })
      .onConflict((conflict) => conflict.columns(['case_id', 'about_id']).doNothing())
      .returning('about_id')
      .executeTakeFirst()
    return added && { action: 'help.link', text: `Linked the case ${caseId} to ${about}` }
  })
}

/** @throws Refusal `not_found` if there is no such case or link */
export const unlinkCase = (parts: HelpParts, caseId: string, by: StaffSession, about: string) =>
  changeCase(parts, caseId, by, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('help.link')
      .where('case_id', '=', caseId)
      .where('about_id', '=', about)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Refusal('not_found')
    return { action: 'help.unlink', text: `Removed the link of the case ${caseId} to ${about}` }
  })
