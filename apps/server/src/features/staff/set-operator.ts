import { knownPermissions } from '@dhow/contract/permissions'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { auditWriter } from './audit.ts'
import { takenPermissions, addTakenPermissions } from './taken-permissions.ts'
import { hasAll } from './role-rules.ts'
import { countManagers, findRole, lockManagers, roleName, rolePermissions, type Role } from './role-store.ts'
import { refuseForSeat } from './seats.ts'
import { tie } from './tie-operators.ts'

/**
 * Deactivates or reactivates an operator; no change if already so. Deactivation ends their sessions and pending
 * sign-ins, so that these do not return with the account.
 * @throws Refusal `not_found`, `staff_is_self`, `last_manager`
 */
export function setOperatorActive(
  { db, clock }: Platform,
  audit: ReturnType<typeof auditWriter>,
  operatorId: string,
  by: StaffSession,
  { active, reason }: { active: boolean; reason: string },
) {
  return db.transaction(async (tx) => {
    const before = await lockBoth(tx, operatorId, by)
    if (before.active === active) return
    await tx.updateTable('staff.operator').set({ active }).where('id', '=', operatorId).execute()
    if (!active) await endSessions(tx, operatorId, clock.now())
    if (!active) await refuseNoManager(tx)
    await audit(tx, {
      operatorId: by.operatorId,
      action: active ? 'operator.activate' : 'operator.deactivate',
      subject: operatorId,
      text: `${active ? 'Switched on' : 'Switched off'} the operator ${before.name}: ${reason}`,
      before: { active: before.active },
      after: { active },
    })
  })
}

/**
 * Assigns an operator another role in the caller's transaction; no change if they have it.
 * @throws Refusal `not_found`, `staff_is_self`, `role_unknown`, `rights_not_held`, `last_manager`, `seat_only_reads`
 */
export async function setOperatorRole(
  tx: Tx,
  { clock }: Platform,
  audit: ReturnType<typeof auditWriter>,
  operatorId: string,
  by: StaffSession,
  { role: roleId, reason }: { role: string; reason: string },
) {
  const before = await lockBoth(tx, operatorId, by)
  if (before.role === roleId) return
  const role = await readGivable(tx, by, roleId)
  refuseForSeat(before.seat_ends_at, role.permissions)
  await tx.updateTable('staff.operator').set({ role: roleId }).where('id', '=', operatorId).execute()
  await refuseNoManager(tx)
  await tie(tx, operatorId, by.operatorId, 'raised', clock.now())
  await audit(tx, {
    operatorId: by.operatorId,
    action: 'operator.role',
    subject: operatorId,
    text: `Made the operator ${before.name} a ${role.name}: ${reason}`,
    before: { role: before.role },
    after: { role: roleId },
  })
}

/**
 * A role that this operator may assign: it exists, and they hold all its permissions. @throws Refusal `role_unknown`,
 * `rights_not_held`
 */
export async function readGivable(tx: Tx, by: StaffSession, roleId: string): Promise<Role> {
  const role = await findRole(tx, roleId)
  if (!role) throw new Refusal('role_unknown')
  if (!hasAll(by.permissions, role.permissions)) throw new Refusal('rights_not_held')
  return role
}

/** @throws Refusal `last_manager` if the transaction leaves nobody who may manage operators */
export async function refuseNoManager(tx: Tx): Promise<void> {
  if ((await countManagers(tx)) === 0n) throw new Refusal('last_manager')
}

/** Ends all sessions of an operator, or all but one, and all pending sign-ins. */
export async function endSessions(tx: Tx, operatorId: string, at: Date, except?: string): Promise<void> {
  let query = tx
    .updateTable('staff.operator_session')
    .set({ ended_at: at })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
  if (except !== undefined) query = query.where('id', '!=', except)
  await query.execute()
  await tx.deleteFrom('staff.operator_ticket').where('operator_id', '=', operatorId).execute()
}

/**
 * Locks the subject and the actor of an action, always in one order: of two admins who change each other concurrently,
 * the second sees the first one's change.
 * @throws Refusal `staff_is_self`, `not_found`, and `staff_session_invalid` or `staff_forbidden` if the actor lost the
 * permission
 */
export async function lockBoth(tx: Tx, operatorId: string, by: StaffSession) {
  if (operatorId === by.operatorId) throw new Refusal('staff_is_self')
  await lockManagers(tx)
  const rows = await tx
    .selectFrom('staff.operator')
    .select([
      'id',
      'name',
      'role',
      'active',
      'seat_ends_at',
      roleName.as('role_name'),
      rolePermissions.as('permissions'),
    ])
    .where('id', 'in', [operatorId, by.operatorId])
    .orderBy('id')
    .forUpdate()
    .execute()
  const actor = rows.find((row) => row.id === by.operatorId)
  if (!actor?.active) throw new Refusal('staff_session_invalid')
  const emergency = by.breakGlass && (await takenPermissions(tx, by.breakGlass.id))
  const held = addTakenPermissions(knownPermissions(actor.permissions), emergency)
  if (!hasAll(new Set(held), by.permissions)) throw new Refusal('staff_forbidden')
  const operator = rows.find((row) => row.id === operatorId)
  if (!operator) throw new Refusal('not_found')
  return { ...operator, permissions: knownPermissions(operator.permissions) }
}
