import '../src/features/staff/tables.ts'
import { givenRoles } from '@dhow/contract/given-roles'
import { keysOf } from '@dhow/contract/keys-of'
import type { Operation } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { allPermissions, type Permission } from '@dhow/contract/permissions'
import { staffRefusals } from '@dhow/contract/staff'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRoles, giveRole } from './roles.ts'
import { openWorld, type World } from './world.ts'

/** Every operation of the console, with and without each permission that it needs. */

// The last one ends the session that the others use.
const staffOperations = Object.values(operations)
  .flat()
  .filter(({ access }) => access === 'staff')
  .toSorted((one, other) => Number(one.name === 'staffSignOut') - Number(other.name === 'staffSignOut'))

const roleWith = (needs: readonly Permission[]) => `rol_only_${needs.join('_')}`
const roleWithout = (lacking: Permission) => `rol_not_${lacking}`

let world: World
let operator: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  await world.operator('admin')
  operator = await world.operator('support')
  const roles = new Map<string, readonly Permission[]>()
  for (const { needs = [] } of staffOperations) {
    roles.set(roleWith(needs), needs)
    for (const lacking of needs)
      roles.set(
        roleWithout(lacking),
        allPermissions.filter((permission) => permission !== lacking),
      )
  }
  await addRoles(
    world,
    [...roles].map(([id, held]) => ({ id, held })),
  )
})
afterAll(() => world.close())

const become = (role: string) => giveRole(world, operator, role)

function call({ method, path, multipart }: Operation) {
  const address = path.replaceAll(/:[a-z]+/g, 'nothing-by-this-name')
  if (multipart) return operator.form(address, {})
  return operator.call(method, address, method === 'GET' || method === 'DELETE' ? undefined : {})
}

it.each(staffOperations.map((operation) => [operation.name, operation] as const))(
  '%s is refused without each permission that it needs, and open with exactly these',
  async (_name, operation) => {
    const { needs = [] } = operation
    for (const lacking of needs) {
      await become(roleWithout(lacking))
      const { status, json } = await call(operation)
      expect([lacking, status, json.code, json.message]).toEqual([
        lacking,
        403,
        'staff_forbidden',
        staffRefusals.staff_forbidden.sentence,
      ])
    }
    await become(roleWith(needs))
    const { status } = await call(operation)
    expect([401, 403]).not.toContain(status)
  },
)

it('the given roles are in the database as the contract has them', async () => {
  const rows = await world.db.kysely
    .selectFrom('staff.role_permission')
    .innerJoin('staff.role', 'staff.role.id', 'role_id')
    .select(['role_id', 'name', 'about', 'permission'])
    .where('given', '=', true)
    .execute()
  const lines = rows.map((row) => `${row.role_id} ${row.name} (${row.about}) ${row.permission}`)
  const expected = keysOf(givenRoles).flatMap((role) =>
    givenRoles[role].permissions.map(
      (permission) => `${role} ${givenRoles[role].name} (${givenRoles[role].about}) ${permission}`,
    ),
  )
  expect(lines.toSorted()).toEqual(expected.toSorted())
})
