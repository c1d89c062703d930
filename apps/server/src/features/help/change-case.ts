import type { StaffHelpCase } from '@dhow/contract/help'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { staffReplies } from './case-replies.ts'
import type { HelpParts } from './parts.ts'
import { findCase, holdCase } from './store.ts'
import type { HelpCaseRow } from './tables.ts'

/** Entry of the audit trail; undefined if nothing changed. */
type Change = { action: string; text: string } | undefined

/**
 * Changes a case as an operator, with an entry in the audit trail of the payment or the case. @throws Refusal
 * `not_found`
 */
export async function changeCase(
  parts: HelpParts,
  caseId: string,
  by: StaffSession,
  work: (tx: Tx, row: HelpCaseRow, now: Date) => Promise<Change>,
): Promise<StaffHelpCase> {
  const {
    platform: { db, clock },
    staff,
  } = parts
  const changed = await db.transaction(async (tx) => {
    const row = await holdCase(tx, caseId)
    if (!row) throw new Refusal('not_found')
    const change = await work(tx, row, clock.now())
    const after = required(await findCase(tx, caseId), 'changed case')
    if (change)
      await staff.audit(tx, {
        operatorId: by.operatorId,
        ...change,
        subject: row.payment_id ?? row.id,
        before: { state: row.state },
        after: { state: after.state },
      })
    return after
  })
  return required((await staffReplies(parts, [changed]))[0], 'reply of the case')
}
