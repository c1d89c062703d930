import { knownPermissions, type Permission } from '@dhow/contract/permissions'
import type { Db } from '../../platform/db/index.ts'

/** Permissions of a role and of one taken in addition. */
export const addTakenPermissions = (own: readonly Permission[], taken: readonly Permission[] = []): Permission[] => [
  ...new Set([...own, ...taken]),
]

/** Permissions of a taken role, unless it has been given back. */
export const takenPermissions = async (db: Db, takenId: string): Promise<Permission[]> =>
  knownPermissions(
    (
      await db
        .selectFrom('staff.break_glass')
        .innerJoin('staff.role_permission', 'staff.role_permission.role_id', 'staff.break_glass.role')
        .select('staff.role_permission.permission')
        .where('staff.break_glass.id', '=', takenId)
        .where('staff.break_glass.ended_at', 'is', null)
        .execute()
    ).map((row) => row.permission),
  )
