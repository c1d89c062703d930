import type { ChangeParts } from './parts.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inEnglish } from '../../platform/texts.ts'
import { summaryOf } from './summary.ts'
import { canSeeChange, handlerOf, mayDecide } from './handlers.ts'

async function lockOpenChange(parts: ChangeParts, tx: Tx, changeId: string, by: StaffSession) {
  const row = await tx
    .selectFrom('approvals.waiting_change as waiting')
    .innerJoin('staff.operator_card as operator', 'operator.id', 'waiting.proposed_by')
    .selectAll('waiting')
    .select('operator.name as proposer')
    .where('waiting.id', '=', changeId)
    .where('ended_at', 'is', null)
    .forUpdate('waiting')
    .executeTakeFirst()
  if (!row) throw new Refusal('change_ended')
  if (!canSeeChange(parts, row.kind, by) && row.proposed_by !== by.operatorId) throw new Refusal('staff_forbidden')
  return row
}

/** Why an operator may not confirm a change; null if they may. */
export function refusalToDecide(
  parts: ChangeParts,
  { kind, proposed_by }: { kind: string; proposed_by: string },
  by: StaffSession,
  tied: string[],
) {
  if (proposed_by === by.operatorId) return 'own' as const
  if (!mayDecide(parts, kind, by)) return 'role' as const
  return tied.includes(proposed_by) ? ('tied' as const) : null
}

export function endChange(
  { platform: { clock } }: ChangeParts,
  tx: Tx,
  changeId: string,
  outcome: 'confirmed' | 'dropped' | 'expired',
  confirmedBy: string | null,
) {
  return tx
    .updateTable('approvals.waiting_change')
    .set({ ended_at: clock.now(), outcome, confirmed_by: confirmedBy })
    .where('id', '=', changeId)
    .execute()
}

/**
 * Carries out another operator's proposal.
 * @throws Refusal `change_ended`, `same_operator`, `operators_tied`, `staff_forbidden`, and refusals of the kind
 */
export function confirmChange(parts: ChangeParts, changeId: string, by: StaffSession) {
  const {
    platform: { db, clock },
    people,
  } = parts
  return db.transaction(async (tx) => {
    const row = await lockOpenChange(parts, tx, changeId, by)
    if (!mayDecide(parts, row.kind, by)) throw new Refusal('staff_forbidden')
    if (row.until <= clock.now()) throw new Refusal('change_ended')
    await people.refuseSamePerson(tx, row.proposed_by, by.operatorId)
    await endChange(parts, tx, changeId, 'confirmed', by.operatorId)
    const proposer = await parts.staff.sessionOf(tx, row.proposed_by)
    const { subject, reason } = row
    const summary = summaryOf(row)
    const proposed = { id: changeId, subject, summary, reason, proposedBy: row.proposed_by, proposer }
    return (await handlerOf(parts, row.kind).apply(tx, by, row.change as never, proposed)) ?? []
  })
}

/** Rejects a waiting change; its proposer may too. @throws Refusal `change_ended`, `staff_forbidden` */
export function dropChange(parts: ChangeParts, changeId: string, by: StaffSession) {
  const {
    platform: { db },
    staff,
  } = parts
  return db.transaction(async (tx) => {
    const row = await lockOpenChange(parts, tx, changeId, by)
    await endChange(parts, tx, changeId, 'dropped', null)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: `${row.kind.replaceAll('_', '-')}.drop`,
      subject: row.subject,
      text: `Dropped the proposal: ${inEnglish(summaryOf(row))}`,
      before: row.change,
      after: null,
    })
  })
}
