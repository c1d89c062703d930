import { sql } from 'kysely'
import { knownPermissions } from '@dhow/contract/permissions'
import type { Platform } from '../../platform/platform.ts'

/** Assignable roles: built-in ones first, then by name; each with its permissions and holders. */
export async function listRoles({ db }: Platform) {
  const rows = await db.kysely
    .selectFrom('staff.role')
    .select(['id', 'name', 'about', 'given', 'version'])
    .select(
      sql<string[]>`array(select permission from staff.role_permission where role_id = role.id order by permission)`.as(
        'permissions',
      ),
    )
    .select(
      sql<
        string[]
      >`array(select operator.name from staff.operator where operator.role = role.id order by operator.name)`.as(
        'operators',
      ),
    )
    .where('ended_at', 'is', null)
    .orderBy('given', 'desc')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, permissions: knownPermissions(row.permissions) }))
}
