import { sql } from 'kysely'
import { knownPermissions, type Permission } from '@dhow/contract/permissions'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'

export interface Role {
  id: string
  name: string
  about: string
  given: boolean
  version: number
  permissions: ReadonlySet<Permission>
}

/** Role name of the operator of the surrounding statement. */
export const roleName = sql<string>`(select role.name from staff.role where role.id = operator.role)`

/** Role permissions of the operator of the surrounding statement; a newer server version may know more of them. */
export const rolePermissions = sql<
  string[]
>`array(select permission from staff.role_permission where role_id = operator.role order by permission)`

/** An assignable role; undefined if it was ended or does not exist. */
export async function findRole(db: Db, roleId: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom('staff.role')
    .select(['id', 'name', 'about', 'given', 'version'])
    .where('id', '=', roleId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, permissions: new Set(await readPermissions(db, roleId)) }
}

const readPermissions = async (db: Db, roleId: string) =>
  knownPermissions(
    (await db.selectFrom('staff.role_permission').select('permission').where('role_id', '=', roleId).execute()).map(
      (row) => row.permission,
    ),
  )

/** An operator as the author of a change that somebody else carries out: current permissions, without a session. */
export async function sessionOf(db: Db, operatorId: string): Promise<StaffSession> {
  const row = await db
    .selectFrom('staff.operator')
    .select(['name', 'role', 'seat_ends_at', roleName.as('role_name'), rolePermissions.as('permissions')])
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  const { name, role, role_name: roleNamed, permissions, seat_ends_at } = row
  return {
    operatorId,
    sessionId: '',
    name,
    role,
    roleName: roleNamed,
    permissions: new Set(knownPermissions(permissions)),
    stepUp: undefined,
    breakGlass: undefined,
    seatEndsAt: seat_ends_at,
  }
}

/** Locks a role until the caller's transaction ends. */
export async function lockRole(tx: Tx, roleId: string): Promise<void> {
  await tx.selectFrom('staff.role').select('id').where('id', '=', roleId).forUpdate().execute()
}

/** Operators with a role, by name. */
export const listOperatorsWithRole = (tx: Tx, roleId: string) =>
  tx
    .selectFrom('staff.operator')
    .select(['id', 'name', 'seat_ends_at'])
    .where('role', '=', roleId)
    .orderBy('name')
    .execute()

/** Adds and removes permissions of a role; permissions known only to a newer version are kept. */
export async function writePermissions(
  tx: Tx,
  roleId: string,
  { add, remove }: { add: readonly Permission[]; remove: readonly Permission[] },
): Promise<void> {
  if (remove.length > 0)
    await tx
      .deleteFrom('staff.role_permission')
      .where('role_id', '=', roleId)
      .where('permission', 'in', [...remove])
      .execute()
  if (add.length > 0)
    await tx
      .insertInto('staff.role_permission')
      .values(add.map((permission) => ({ role_id: roleId, permission })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Serialises changes of who manages operators, so that two cannot both remove the last one. Call it before the change.
 */
export async function lockManagers(tx: Tx): Promise<void> {
  await tx
    .selectFrom('staff.role_permission')
    .select('role_id')
    .where('permission', '=', 'staff.manage')
    .orderBy('role_id')
    .forUpdate()
    .execute()
}

/** Number of active operators whose role may manage operators. */
export async function countManagers(tx: Tx): Promise<bigint> {
  const { managers } = await tx
    .selectFrom('staff.operator_permission')
    .select((eb) => eb.fn.countAll<bigint>().as('managers'))
    .where('permission', '=', 'staff.manage')
    .where('active', '=', true)
    .executeTakeFirstOrThrow()
  return managers
}
