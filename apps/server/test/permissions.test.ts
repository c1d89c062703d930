import '../src/features/staff/tables.ts'
import { givenRoles } from '@dhow/contract/given-roles'
import { keysOf } from '@dhow/contract/keys-of'
import type { Operation } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { allPermissions, type Permission } from '@dhow/contract/permissions'
import { staffRefusals } from '@dhow/contract/staff'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPermissionRows } from './permission-rows.ts'
import { addRoles, giveRole } from './roles.ts'
import { openWorld, type World } from './world.ts'

/**
 * Every console call against the rows of docs/reference/permissions.md. Permissions are sets and a call needs all of
 * its own, so roles with exactly these, with all but one of them, and with none represent all others; in addition each
 * call is tried with exactly one unneeded permission, and with all but that one, in turn.
 */

// The last call ends the session that the others use.
const staffOperations = Object.values(operations)
  .flat()
  .filter(({ access }) => access === 'staff')
  .toSorted((one, other) => Number(one.name === 'staffSignOut') - Number(other.name === 'staffSignOut'))

const rows = readPermissionRows()
const isPermission = (name: string): name is Permission => allPermissions.some((one) => one === name)
const needsOf = (name: string) => rows.get(name)?.needs.filter(isPermission) ?? []

const roleWith = (needs: readonly Permission[]) => `rol_only_${needs.join('_')}`
const roleWithout = (lacking: Permission) => `rol_not_${lacking}`
/** A permission that a call does not need, in turn. */
const otherThan = (needs: readonly Permission[], turn: number) => {
  const others = allPermissions.filter((one) => !needs.includes(one))
  return others[turn % others.length]!
}

let world: World
let operator: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld()
  await world.operator('admin')
  operator = await world.operator('support')
  const roles = new Map<string, readonly Permission[]>([[roleWith([]), []]])
  for (const { name } of staffOperations) roles.set(roleWith(needsOf(name)), needsOf(name))
  for (const one of allPermissions) {
    roles.set(roleWith([one]), [one])
    roles.set(
      roleWithout(one),
      allPermissions.filter((permission) => permission !== one),
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

it('each call has one row in the reference, and each row has a call', () => {
  const calls = staffOperations.map(({ name, method, path }) => [name, method, path])
  const known = [...rows.values()].map(({ name, method, path }) => [name, method, path])
  expect(known.toSorted()).toEqual(calls.toSorted())
  const needed = [...rows.values()].flatMap(({ needs }) => needs)
  expect(needed.filter((name) => !isPermission(name))).toEqual([])
})

it.each(staffOperations.map((operation, turn) => [operation.name, operation, turn] as const))(
  '%s is refused without any permission of its row, and open with exactly these',
  async (name, operation, turn) => {
    if (!rows.has(name)) throw new Error(`${name} has no row in docs/reference/permissions.md: run npm run generate`)
    const needs = needsOf(name)
    const other = otherThan(needs, turn)
    const refused = needs.length === 0 ? [] : [roleWith([]), roleWith([other]), ...needs.map(roleWithout)]
    if (needs.length > 1) refused.push(...needs.map((one) => roleWith([one])))
    for (const role of refused) {
      await become(role)
      const { status, json } = await call(operation)
      expect([role, status, json.code, json.message]).toEqual([
        role,
        403,
        'staff_forbidden',
        staffRefusals.staff_forbidden.sentence,
      ])
    }
    // The call that ends the session is made last, and once.
    for (const role of name === 'staffSignOut' ? [roleWith(needs)] : [roleWithout(other), roleWith(needs)]) {
      await become(role)
      const { status } = await call(operation)
      expect([role, [401, 403].includes(status)]).toEqual([role, false])
    }
  },
)

it('the built-in roles in the database match the contract', async () => {
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
