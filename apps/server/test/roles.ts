import type { Permission } from '@dhow/contract/permissions'
import type { World } from './world.ts'

/** Adds roles with these permissions, each named as its id. */
export async function addRoles(
  { db, clock }: World,
  roles: readonly { id: string; held: readonly Permission[] }[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const times = { created_at: clock.now(), ended_at: null }
    await tx
      .insertInto('staff.role')
      .values(roles.map(({ id }) => ({ id, name: id, about: '', ...times })))
      .execute()
    const held = roles.flatMap(({ id, held: all }) => all.map((permission) => ({ role_id: id, permission })))
    await tx.insertInto('staff.role_permission').values(held).execute()
  })
}

/** Assigns a signed-in operator another role, from the next call on. */
export const giveRole = ({ db }: World, operator: { id: string }, role: string) =>
  db.kysely.updateTable('staff.operator').set({ role }).where('id', '=', operator.id).execute()
