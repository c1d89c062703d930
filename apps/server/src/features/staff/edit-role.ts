import type { Permission } from '@dhow/contract/permissions'
import { operatorText } from '@dhow/contract/operator-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { errorCode } from '@dhow/platform/error-code'
import type { EnrolmentParts } from './parts.ts'
import { gained, hasAll } from './role-rules.ts'
import { findRole, lockManagers, lockRole, listOperatorsWithRole, writePermissions } from './role-store.ts'
import { refuseForSeat } from './seats.ts'
import { refuseNoManager } from './set-operator.ts'
import { tie } from './tie-operators.ts'

export interface RoleChange {
  name: string
  about: string
  permissions: readonly Permission[]
  reason: string
}

/** Creates a role. @throws Refusal `role_exists`, `rights_not_held` */
export function createRole({ platform, audit }: EnrolmentParts, by: StaffSession, change: RoleChange) {
  const { db, clock, id } = platform
  const { name, about, permissions, reason } = change
  if (!hasAll(by.permissions, permissions)) throw new Refusal('rights_not_held')
  return db.transaction(async (tx) => {
    const roleId = id('rol')
    await tx
      .insertInto('staff.role')
      .values({ id: roleId, name, about, created_at: clock.now(), ended_at: null })
      .execute()
      .catch(refuseSameName)
    await writePermissions(tx, roleId, { add: permissions, remove: [] })
    await audit(tx, {
      operatorId: by.operatorId,
      action: 'role.create',
      subject: roleId,
      text: `Made the role ${name}: ${reason}`,
      before: null,
      after: { name, about, permissions },
    })
    return roleId
  })
}

/**
 * Locks and validates the role of a change.
 * @throws Refusal `role_unknown`, `detail_changed`, `rights_not_held`, `seat_only_reads`
 */
export async function lockForChange(
  tx: Tx,
  roleId: string,
  by: StaffSession,
  { version, permissions }: { version: number; permissions: readonly Permission[] },
) {
  await lockManagers(tx)
  await lockRole(tx, roleId)
  const role = await findRole(tx, roleId)
  if (!role || role.given) throw new Refusal('role_unknown')
  if (role.version !== version) throw new Refusal('detail_changed')
  if (!hasAll(by.permissions, gained(role.permissions, permissions))) throw new Refusal('rights_not_held')
  const operators = await listOperatorsWithRole(tx, roleId)
  for (const { seat_ends_at } of operators) refuseForSeat(seat_ends_at, permissions)
  return { ...role, operators }
}

/**
 * Changes a role in the caller's transaction, for everybody who has it. Operators who gain permissions are tied to the
 * people who made the change.
 * @throws Refusal `role_unknown`, `detail_changed`, `role_exists`, `rights_not_held`, `last_manager`
 */
export async function changeRole(
  { platform: { clock }, audit }: EnrolmentParts,
  tx: Tx,
  roleId: string,
  by: StaffSession,
  change: RoleChange & { version: number; proposedBy?: string },
) {
  const role = await lockForChange(tx, roleId, by, change)
  const { name, about, permissions, reason, version, proposedBy } = change
  const [add, remove] = [gained(role.permissions, permissions), gained(permissions, role.permissions)]
  await tx
    .updateTable('staff.role')
    .set({ name, about, version: version + 1 })
    .where('id', '=', roleId)
    .execute()
    .catch(refuseSameName)
  await writePermissions(tx, roleId, { add, remove })
  await refuseNoManager(tx)
  if (add.length > 0)
    for (const operator of role.operators)
      for (const one of new Set([by.operatorId, proposedBy ?? by.operatorId]))
        await tie(tx, operator.id, one, 'raised', clock.now())
  await audit(tx, {
    operatorId: by.operatorId,
    action: 'role.change',
    subject: roleId,
    text: `Changed the role ${role.name}: ${reason}`,
    before: { name: role.name, about: role.about, permissions: [...role.permissions] },
    after: { name, about, permissions },
  })
}

/** Ends an unused role. @throws Refusal `role_unknown`, `role_in_use` */
export function endRole(
  { platform: { db, clock }, audit }: EnrolmentParts,
  roleId: string,
  by: StaffSession,
  reason: string,
) {
  return db.transaction(async (tx) => {
    await lockManagers(tx)
    await lockRole(tx, roleId)
    const role = await findRole(tx, roleId)
    if (!role || role.given) throw new Refusal('role_unknown')
    if ((await listOperatorsWithRole(tx, roleId)).length > 0) throw new Refusal('role_in_use')
    await tx.updateTable('staff.role').set({ ended_at: clock.now() }).where('id', '=', roleId).execute()
    await audit(tx, {
      operatorId: by.operatorId,
      action: 'role.end',
      subject: roleId,
      text: `Ended the role ${role.name}: ${reason}`,
      before: { name: role.name, permissions: [...role.permissions] },
      after: null,
    })
  })
}

function refuseSameName(error: unknown): never {
  if (errorCode(error) === '23505')
    throw new Refusal('role_exists', { fields: { name: [operatorText('role_name_in_use', {})] } })
  throw error
}
