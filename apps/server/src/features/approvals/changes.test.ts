import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
let second: typeof admin
let cashier: typeof admin
let third: typeof admin
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  second = await world.operator('admin')
  cashier = await world.operator('cashier')
  third = await world.operator('manager')
  await world.approvals({ solo: false })
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const dayMs = 24 * 3_600_000
const propose = (by: typeof admin, NA: string) =>
  by.put('/staff/settings', { change: { four_eyes: { NA, IN: '50000.00' } }, reason: 'A trial' })
const waiting = async (by: typeof admin) => (await by.get('/staff/changes')).json.changes

describe('a change that waits', () => {
  it('cannot be confirmed by an operator whom the proposer added within a day, nor vice versa', async () => {
    await propose(admin, '20000.00')
    const [ofAdmin] = await waiting(second)
    expect(ofAdmin.why_not).toBe('tied')
    expect((await second.get('/staff/me')).json.queues.approvals).toBe(0)
    expect(refusal(await second.post(`/staff/changes/${ofAdmin.id}/confirm`))).toEqual([409, 'operators_tied'])
    await second.post(`/staff/changes/${ofAdmin.id}/drop`)

    await propose(second, '20000.00')
    const [ofSecond] = await waiting(admin)
    expect(refusal(await admin.post(`/staff/changes/${ofSecond.id}/confirm`))).toEqual([409, 'operators_tied'])

    world.clock.leap(dayMs)
    expect((await waiting(await world.signIn(admin)))[0].why_not).toBeNull()
  })

  it('cannot be confirmed by an operator whom the proposer promoted or reset within a day', async () => {
    const boss = await world.signIn(admin)
    await boss.post(`/staff/operators/${third.id}/role`, { role: 'admin', reason: 'Leads the shift' })
    const [settings, raise] = await waiting(boss)
    await boss.post(`/staff/changes/${settings.id}/drop`)
    expect((await (await world.signIn(second)).post(`/staff/changes/${raise.id}/confirm`)).status).toBe(200)
    await propose(boss, '30000.00')
    const [open] = await waiting(boss)
    expect(open.why_not).toBe('own')
    const raised = await world.signIn(third)
    expect(refusal(await raised.post(`/staff/changes/${open.id}/confirm`))).toEqual([409, 'operators_tied'])
    expect((await (await world.signIn(second)).post(`/staff/changes/${open.id}/confirm`)).status).toBe(200)
  })

  it('is shown to roles that may decide on it and to its proposer, with old and new values', async () => {
    const boss = await world.signIn(admin)
    await propose(boss, '40000.00')
    const [open] = await waiting(boss)
    expect(open).toMatchObject({ kind: 'settings', title: { code: 'change_settings' }, proposed_by: 'admin' })
    const reader = await world.signIn(cashier)
    expect(await waiting(reader)).toEqual([])
    expect(refusal(await reader.post(`/staff/changes/${open.id}/confirm`))).toEqual([403, 'staff_forbidden'])
    expect(refusal(await reader.post(`/staff/changes/${open.id}/drop`))).toEqual([403, 'staff_forbidden'])
    expect((await boss.post(`/staff/changes/${open.id}/drop`)).status).toBe(200)
  })
})
