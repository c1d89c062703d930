import '../staff/tables.ts'
import type { Permission } from '@dhow/contract/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let admin: Operator
let second: Operator
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  second = await world.operator('admin')
})
afterAll(() => world.close())

const refusal = ({ status, json }: Answer) => [status, json.code]
const reason = 'The night shift'
const looks: Permission[] = ['deposits.see', 'players.see']
let made = 0
const make = (permissions: Permission[], by = admin, name = `Role ${++made}`) =>
  by.post('/staff/roles', { name, about: 'For the night', permissions, reason })
const change = (id: string, permissions: Permission[], { version = 1, by = admin, name = `Role ${++made}` } = {}) =>
  by.call('PUT', `/staff/roles/${id}`, { name, about: '', permissions, reason, version })
const roleOf = async (id: string) =>
  (await admin.get('/staff/roles')).json.roles.find((row: { id: string }) => row.id === id)
const give = (operator: Operator, role: string, by = admin) =>
  by.post(`/staff/operators/${operator.id}/role`, { role, reason })
/** An operator with a custom role, which both admins approved. */
async function holder(permissions: Permission[]) {
  const operator = await world.operator('support')
  const { id } = (await make(permissions)).json
  if ((await give(operator, id)).json.waits) await confirmNewest()
  return { operator, roleId: id as string }
}
/** Deactivates all others, bypassing the console, which refuses to deactivate the last one. */
const switchOthers = ({ id }: Operator, active: boolean) =>
  world.db.kysely.updateTable('staff.operator').set({ active }).where('id', '<>', id).execute()
async function confirmNewest(by = second) {
  const { changes } = (await by.get('/staff/changes')).json
  return by.post(`/staff/changes/${changes.at(-1).id}/confirm`)
}

describe('a role', () => {
  it('is created, assigned and changed, and each change applies from the next call of a signed-in person', async () => {
    const { operator, roleId } = await holder(looks)
    expect((await operator.get('/staff/me')).json.permissions).toEqual(looks)
    expect((await operator.get('/staff/deposits')).status).toBe(200)
    expect(refusal(await operator.get('/staff/withdrawals'))).toEqual([403, 'staff_forbidden'])
    expect((await change(roleId, ['withdrawals.see'])).json).toMatchObject({ waits: false })
    expect((await operator.get('/staff/withdrawals')).status).toBe(200)
    expect(refusal(await operator.get('/staff/deposits'))).toEqual([403, 'staff_forbidden'])
    expect(await roleOf(roleId)).toMatchObject({ version: 2, operators: [operator.name], given: false })
    const trail = (await admin.get(`/staff/audit?subject=${roleId}`)).json.entries
    expect(trail.map((entry: { action: string }) => entry.action)).toEqual(['role.change', 'role.create'])
    expect(trail[0].before.permissions).toEqual(looks)
  })

  it('has a unique name and at least one permission, and is changed only at its latest version', async () => {
    const { id } = (await make(looks, admin, 'Night desk')).json
    expect(refusal(await make(looks, second, 'night DESK'))).toEqual([409, 'role_exists'])
    expect(refusal(await make([], admin))).toEqual([422, 'invalid_fields'])
    expect(refusal(await make(['money.print' as never]))).toEqual([422, 'invalid_fields'])
    expect((await change(id, ['players.see'])).status).toBe(200)
    expect(refusal(await change(id, looks))).toEqual([409, 'detail_changed'])
    expect(refusal(await change('cashier', looks))).toEqual([404, 'not_found'])
  })

  it('can be ended if nobody has it, and cannot be assigned afterwards', async () => {
    const { operator, roleId } = await holder(looks)
    const end = () => admin.post(`/staff/roles/${roleId}/end`, { reason })
    expect(refusal(await end())).toEqual([409, 'role_in_use'])
    await give(operator, 'support')
    expect((await end()).status).toBe(200)
    expect(await roleOf(roleId)).toBeUndefined()
    expect(refusal(await give(operator, roleId))).toEqual([409, 'role_unknown'])
    expect(refusal(await end())).toEqual([409, 'role_unknown'])
  })
})

describe('further rights over money', () => {
  it('wait for a second person if somebody has the role, who may not confirm the editor’s changes for a day', async () => {
    const { operator, roleId } = await holder(looks)
    expect((await change(roleId, [...looks, 'withdrawals.review'])).json).toMatchObject({ waits: true })
    expect((await operator.get('/staff/me')).json.permissions).toEqual(looks)
    const { changes } = (await admin.get('/staff/changes')).json
    expect(refusal(await admin.post(`/staff/changes/${changes.at(-1).id}/confirm`))).toEqual([409, 'same_operator'])
    expect((await confirmNewest()).status).toBe(200)
    expect((await operator.get('/staff/me')).json.permissions).toContain('withdrawals.review')
    const ties = await world.db.kysely
      .selectFrom('staff.operator_tie')
      .select('tied_to')
      .where('operator_id', '=', operator.id)
      .execute()
    expect(new Set(ties.map((row) => row.tied_to))).toEqual(new Set([admin.id, second.id]))
  })

  it('are not granted by a role that was changed after its assignment was proposed', async () => {
    const operator = await world.operator('support')
    const { id } = (await make([...looks, 'deposits.review'])).json
    expect((await give(operator, id)).json).toMatchObject({ waits: true })
    // Nobody has it yet, so one person may change it.
    expect((await change(id, [...looks, 'deposits.review', 'settings.change'])).json).toMatchObject({ waits: false })
    expect(refusal(await confirmNewest())).toEqual([409, 'detail_changed'])
    expect((await operator.get('/staff/me')).json.operator.role).toBe('support')
  })
})

describe('nobody', () => {
  it('grants permissions they lack: by creating, changing or assigning a role, or by adding an operator', async () => {
    const { operator: keeper } = await holder(['staff.manage', 'staff.see', 'changes.see', 'changes.decide', ...looks])
    expect(refusal(await make(['deposits.review'], keeper))).toEqual([403, 'rights_not_held'])
    const { id } = (await make(looks, keeper)).json
    expect(refusal(await change(id, [...looks, 'audit.see'], { by: keeper }))).toEqual([403, 'rights_not_held'])
    const other = await world.operator('support')
    expect(refusal(await give(other, 'admin', keeper))).toEqual([403, 'rights_not_held'])
    expect(refusal(await keeper.post('/staff/operators', { name: 'too_much', role: 'cashier' }))).toEqual([
      403,
      'rights_not_held',
    ])
    expect((await give(other, id, keeper)).json).toMatchObject({ waits: false })
    // Nor may they confirm it.
    await give(other, 'manager')
    expect(refusal(await confirmNewest(keeper))).toEqual([403, 'rights_not_held'])
  })

  it('removes the permission to manage operators from the last person who has it', async () => {
    const { operator: keeper, roleId } = await holder(['staff.manage', 'staff.see', ...looks])
    await switchOthers(keeper, false)
    expect(refusal(await change(roleId, looks, { by: keeper }))).toEqual([409, 'last_manager'])
    expect((await keeper.get('/staff/me')).json.permissions).toContain('staff.manage')
    await switchOthers(keeper, true)
    expect((await change(roleId, looks, { by: keeper })).status).toBe(200)
    expect(refusal(await keeper.get('/staff/roles'))).toEqual([403, 'staff_forbidden'])
  })
})

it('a permission that is listed twice is in the role once', async () => {
  const { id } = (await make([...looks, ...looks])).json
  expect((await roleOf(id)).permissions).toEqual(looks)
})
