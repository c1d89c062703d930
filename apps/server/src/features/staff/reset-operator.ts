import type { StaffParts } from './parts.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { endSessions, lockBoth } from './set-operator.ts'
import { tie } from './tie-operators.ts'
import { bind } from '../../platform/bind.ts'

/** A request expires if nobody confirms it within a day. */
const openForMs = 24 * 3_600_000

/**
 * Reset of an operator's lost password and second factor by two others: one requests, an admin confirms. One person
 * alone could otherwise sign in as anybody.
 */
export function openResets(parts: StaffParts) {
  return bind(parts, { ask: askReset, confirm: confirmReset, withdraw: withdrawReset })
}

function findOpenReset(tx: Tx, operatorId: string) {
  return tx
    .selectFrom('staff.operator_reset')
    .selectAll()
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

function endReset(
  { platform: { clock } }: StaffParts,
  tx: Tx,
  resetId: string,
  outcome: 'confirmed' | 'withdrawn' | 'expired',
  confirmedBy: string | null,
) {
  return tx
    .updateTable('staff.operator_reset')
    .set({ ended_at: clock.now(), outcome, confirmed_by: confirmedBy })
    .where('id', '=', resetId)
    .execute()
}

/** @throws Refusal `not_found`, `staff_is_self`, `staff_reset_open` */
function askReset(parts: StaffParts, operatorId: string, by: StaffSession, reason: string) {
  const {
    platform: { db, clock, id },
    audit,
  } = parts
  return db.transaction(async (tx) => {
    const operator = await lockBoth(tx, operatorId, by)
    const open = await findOpenReset(tx, operatorId)
    if (open && open.until > clock.now()) throw new Refusal('staff_reset_open')
    if (open) await endReset(parts, tx, open.id, 'expired', null)
    const now = clock.now()
    await tx
      .insertInto('staff.operator_reset')
      .values({
        id: id('opr'),
        operator_id: operatorId,
        asked_by: by.operatorId,
        asked_at: now,
        until: new Date(now.getTime() + openForMs),
        reason,
        confirmed_by: null,
        ended_at: null,
        outcome: null,
      })
      .execute()
    await audit(tx, {
      operatorId: by.operatorId,
      action: 'operator.reset-ask',
      subject: operatorId,
      text: `Asked for a new password and second factor for ${operator.name}: ${reason}`,
      before: null,
      after: null,
    })
  })
}

/**
 * Returns the link with which the person sets both again. @throws Refusal `staff_is_self`, `staff_reset_missing`,
 * `same_operator`
 */
async function confirmReset(parts: StaffParts, operatorId: string, by: StaffSession) {
  const {
    enrolment,
    platform: { db, clock },
    attempts,
    audit,
  } = parts
  const password_hash = await enrolment.noPassword()
  return db.transaction(async (tx) => {
    const row = await lockBoth(tx, operatorId, by)
    const open = await findOpenReset(tx, operatorId)
    if (!open || open.until <= clock.now()) throw new Refusal('staff_reset_missing')
    if (open.asked_by === by.operatorId) throw new Refusal('same_operator')
    await endReset(parts, tx, open.id, 'confirmed', by.operatorId)
    await tx
      .updateTable('staff.operator')
      .set({ password_hash, password_is_one_time: true, totp_secret: null })
      .where('id', '=', operatorId)
      .execute()
    await endSessions(tx, operatorId, clock.now())
    await attempts.forget(tx, 'staff.', row.name.toLowerCase())
    await tx.deleteFrom('staff.operator_passkey').where('operator_id', '=', operatorId).execute()
    await tx.deleteFrom('staff.operator_device').where('operator_id', '=', operatorId).execute()
    for (const one of [open.asked_by, by.operatorId]) await tie(tx, operatorId, one, 'reset', clock.now())
    await audit(tx, {
      operatorId: by.operatorId,
      action: 'operator.reset-confirm',
      subject: operatorId,
      text: `Confirmed a new password and second factor for ${row.name}`,
      before: { asked_by: open.asked_by },
      after: null,
    })
    const link = await enrolment.linkFor(tx, operatorId, by.operatorId)
    return { operator: { id: row.id, name: row.name, role: row.role, role_name: row.role_name }, link }
  })
}

/** @throws Refusal `not_found`, `staff_reset_missing` */
function withdrawReset(parts: StaffParts, operatorId: string, by: StaffSession) {
  const {
    platform: { db },
    audit,
  } = parts
  return db.transaction(async (tx) => {
    const operator = await tx
      .selectFrom('staff.operator')
      .select('name')
      .where('id', '=', operatorId)
      .forUpdate()
      .executeTakeFirst()
    if (!operator) throw new Refusal('not_found')
    const open = await findOpenReset(tx, operatorId)
    if (!open) throw new Refusal('staff_reset_missing')
    await endReset(parts, tx, open.id, 'withdrawn', null)
    await audit(tx, {
      operatorId: by.operatorId,
      action: 'operator.reset-withdraw',
      subject: operatorId,
      text: `Cancelled the reset of password and authenticator of ${operator.name}`,
      before: { asked_by: open.asked_by },
      after: null,
    })
  })
}
