import './tables.ts'
import '../alarms/tables.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let manager: Operator
let admin: Operator
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  await world.operator('admin')
})
beforeEach(async () => {
  admin = await world.operator('admin')
  manager = await world.operator('manager')
})
afterAll(() => world.close())

const reason = 'The bank’s file has to go out tonight'
const refusal = ({ status, json }: Answer) => [status, json.code]
function codeOf({ secret }: Operator) {
  world.clock.leap(31_000)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
}
const take = (by: Operator, role = 'admin', code = codeOf(by)) => by.post('/staff/break-glass', { role, reason, code })
const alarms = async () =>
  (
    await world.db.kysely
      .selectFrom('alarms.alarm')
      .select(['subject', 'params'])
      .where('code', '=', 'break-glass')
      .where('cleared_at', 'is', null)
      .execute()
  ).map(({ subject, params }) => ({ subject, params }))

describe('a role taken in an emergency', () => {
  it('applies at once in addition to the own one, sends an alarm, marks each audit entry, and can be ended', async () => {
    expect(refusal(await manager.call('PUT', '/staff/settings', {}))).toEqual([403, 'staff_forbidden'])
    const taken = (await take(manager)).json.break_glass
    expect((await manager.get('/staff/me')).json.break_glass).toMatchObject({ id: taken.id, role_name: 'Admin' })
    expect((await alarms()).find(({ subject }) => subject === taken.id)?.params).toMatchObject({
      ...{ name: manager.name, role: 'Admin', reason },
    })
    expect(refusal(await manager.call('PUT', '/staff/settings', {}))).toEqual([422, 'invalid_fields'])
    const made = await manager.post('/staff/roles', {
      name: taken.id.slice(-12),
      about: '',
      permissions: ['audit.see'],
      reason,
    })
    expect(made.status).toBe(200)
    const own = await admin.post('/staff/roles', {
      name: `own ${taken.id.slice(-12)}`,
      about: '',
      permissions: ['audit.see'],
      reason,
    })
    expect((await manager.post('/staff/break-glass/end')).status).toBe(200)
    expect(refusal(await manager.call('PUT', '/staff/settings', {}))).toEqual([403, 'staff_forbidden'])
    expect((await manager.get('/staff/me')).json.break_glass).toBeNull()
    expect(refusal(await manager.post('/staff/break-glass/end'))).toEqual([409, 'break_glass_none'])
    const texts = async (subject: string) =>
      (await admin.get(`/staff/audit?subject=${subject}`)).json.entries.map((entry: { text: string }) => entry.text)
    const mark = `[break-glass ${taken.id}]`
    for (const text of [...(await texts(made.json.id)), ...(await texts(taken.id))]) expect(text).toContain(mark)
    expect(await texts(taken.id)).toHaveLength(2)
    for (const text of await texts(own.json.id)) expect(text).not.toContain('break-glass')
  })

  it('ends automatically after half an hour', async () => {
    const { id } = (await take(manager)).json.break_glass
    const keep = async () => expect((await manager.get('/staff/me')).status).toBe(200)
    for (let minutes = 0; minutes < 29; minutes += 7) {
      await keep()
      world.clock.leap(7 * 60_000)
    }
    await keep()
    expect(refusal(await manager.call('PUT', '/staff/settings', {}))).toEqual([403, 'staff_forbidden'])
    expect((await manager.get('/staff/me')).json.break_glass).toBeNull()
    admin = await world.signIn(admin)
    const row = (await admin.get('/staff/break-glass')).json.taken.find((one: { id: string }) => one.id === id)
    expect(row.ended_at).toBe(row.until)
    expect((await take(manager)).status).toBe(200)
  })

  it('needs the permission, a reason, a new code, and a role with more permissions; only one is active', async () => {
    const cashier = await world.operator('cashier')
    expect(refusal(await take(cashier))).toEqual([403, 'staff_forbidden'])
    const code = codeOf(manager)
    expect(refusal(await manager.post('/staff/break-glass', { role: 'admin', reason: '', code }))).toEqual([
      422,
      'invalid_fields',
    ])
    expect(refusal(await take(manager, 'admin', '000000'))).toEqual([422, 'own_account_wrong'])
    expect(refusal(await take(manager, 'cashier'))).toEqual([409, 'break_glass_no_gain'])
    expect(refusal(await take(manager, 'rol_none'))).toEqual([409, 'role_unknown'])
    const fresh = codeOf(manager)
    expect((await take(manager, 'admin', fresh)).status).toBe(200)
    expect(refusal(await take(manager))).toEqual([409, 'break_glass_runs'])
    await manager.post('/staff/break-glass/end')
    expect(refusal(await take(manager, 'admin', fresh))).toEqual([422, 'own_account_wrong'])
  })

  it('is reviewed after its end, by somebody else, once', async () => {
    const { id } = (await take(manager)).json.break_glass
    const review = (by: Operator) => by.post(`/staff/break-glass/${id}/review`, { review: 'The file went out' })
    expect(refusal(await review(admin))).toEqual([409, 'break_glass_runs'])
    expect(refusal(await review(manager))).toEqual([409, 'same_operator'])
    await manager.post('/staff/break-glass/end')
    expect(refusal(await review(manager))).toEqual([403, 'staff_forbidden'])
    const row = async () =>
      (await admin.get('/staff/break-glass')).json.taken.find((one: { id: string }) => one.id === id)
    expect(await row()).toMatchObject({ operator: manager.name, reason, reviewed_by: null, entries: 2 })
    expect((await review(admin)).status).toBe(200)
    expect(await row()).toMatchObject({ reviewed_by: admin.name, review: 'The file went out' })
    expect(refusal(await review(admin))).toEqual([409, 'break_glass_reviewed'])
    expect(refusal(await admin.post('/staff/break-glass/brk_none/review', { review: 'None' }))).toEqual([
      404,
      'not_found',
    ])
  })

  it('does not let its holder promote somebody alone', async () => {
    await world.approvals({ solo: false })
    const colleague = await world.operator('support')
    await take(manager)
    const raise = await manager.post(`/staff/operators/${colleague.id}/role`, { role: 'admin', reason })
    expect(raise.json).toMatchObject({ waits: true })
    await manager.post('/staff/break-glass/end')
    await world.approvals({ solo: true })
  })
})
