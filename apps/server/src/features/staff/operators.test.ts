import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let admin: Operator
let second: Operator
let manager: Operator
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  second = await world.operator('admin')
  manager = await world.operator('manager')
})
afterAll(() => world.close())

const refusal = (answer: { status: number; json: { code?: string } }) => [answer.status, answer.json.code]
const reason = 'Left the house'
const trailOf = async (id: string): Promise<string[]> =>
  (await admin.get(`/staff/audit?subject=${id}`)).json.entries.map((entry: { action: string }) => entry.action)
const listed = async (id: string) =>
  (await manager.get('/staff/operators')).json.operators.find((row: { id: string }) => row.id === id)

describe('a deactivated operator', () => {
  it('is signed out at once until reactivated, without the old session', async () => {
    const cashier = await world.operator('cashier')
    const set = (active: boolean) => admin.post(`/staff/operators/${cashier.id}/active`, { active, reason })
    const half = await world.visitor('console').post('/staff/sign-in', {
      name: cashier.name,
      password: 'a dozen and more letters',
    })
    expect((await set(false)).status).toBe(200)
    expect((await set(false)).status).toBe(200)
    expect(refusal(await cashier.get('/staff/me'))).toEqual([401, 'staff_session_invalid'])
    const signIn = { name: cashier.name, password: 'a dozen and more letters' }
    expect(refusal(await cashier.post('/staff/sign-in', signIn))).toEqual([401, 'staff_credentials_wrong'])
    const code = codeOf(cashier.secret)
    const finish = { ticket: half.json.ticket, code }
    expect(refusal(await cashier.post('/staff/sign-in/totp', finish))).toEqual([401, 'staff_credentials_wrong'])
    expect((await listed(cashier.id)).active).toBe(false)
    expect((await set(true)).status).toBe(200)
    expect(refusal(await cashier.get('/staff/me'))).toEqual([401, 'staff_session_invalid'])
    expect((await cashier.post('/staff/sign-in', signIn)).status).toBe(200)
    expect((await trailOf(cashier.id)).slice(0, 2)).toEqual(['operator.activate', 'operator.deactivate'])
  })

  it('cannot be oneself or unknown, and is deactivated only by admins', async () => {
    const off = { active: false, reason }
    expect(refusal(await admin.post(`/staff/operators/${admin.id}/active`, off))).toEqual([409, 'staff_is_self'])
    expect(refusal(await manager.post(`/staff/operators/${admin.id}/active`, off))).toEqual([403, 'staff_forbidden'])
    expect(refusal(await admin.post('/staff/operators/op_nobody/active', off))).toEqual([404, 'not_found'])
    expect(refusal(await admin.post(`/staff/operators/${manager.id}/active`, { active: false }))).toEqual([
      422,
      'invalid_fields',
    ])
  })

  it('is only one of two admins who deactivate each other concurrently', async () => {
    const [one, other] = [await world.operator('admin'), await world.operator('admin')]
    const off = { active: false, reason }
    const answers = await Promise.all([
      one.post(`/staff/operators/${other.id}/active`, off),
      other.post(`/staff/operators/${one.id}/active`, off),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401])
  })
})

describe('a role', () => {
  it('applies from the next call on', async () => {
    const colleague = await world.operator('manager')
    const give = (role: string) => admin.post(`/staff/operators/${colleague.id}/role`, { role, reason })
    expect((await colleague.get('/staff/operators')).status).toBe(200)
    expect((await give('cashier')).status).toBe(200)
    expect(refusal(await colleague.get('/staff/operators'))).toEqual([403, 'staff_forbidden'])
    expect((await give('cashier')).status).toBe(200)
    expect(refusal(await give('owner'))).toEqual([422, 'invalid_fields'])
    expect(refusal(await admin.post(`/staff/operators/${admin.id}/role`, { role: 'cashier', reason }))).toEqual([
      409,
      'staff_is_self',
    ])
    expect((await trailOf(colleague.id)).filter((action) => action === 'operator.role')).toHaveLength(1)
  })
})

describe('a new password and second factor', () => {
  const ask = (by: Operator, id: string) => by.post(`/staff/operators/${id}/reset`, { reason: 'The phone is lost' })
  const confirm = (by: Operator, id: string) => by.post(`/staff/operators/${id}/reset/confirm`)

  it('needs two others; then the old ones are invalid and both are set up again', async () => {
    const cashier = await world.operator('cashier')
    expect((await ask(manager, cashier.id)).status).toBe(200)
    expect((await cashier.get('/staff/me')).status).toBe(200)
    expect((await listed(cashier.id)).reset).toMatchObject({ asked_by: manager.name, reason: 'The phone is lost' })
    const { status, json } = await confirm(admin, cashier.id)
    expect(status).toBe(200)
    expect(refusal(await cashier.get('/staff/me'))).toEqual([401, 'staff_session_invalid'])
    const old = { name: cashier.name, password: 'a dozen and more letters' }
    expect(refusal(await cashier.post('/staff/sign-in', old))).toEqual([401, 'staff_credentials_wrong'])
    const first = await cashier.post('/staff/enrolments/open', { token: json.link.split('#enrol=')[1] })
    expect(first.status).toBe(200)
    await world.clock.advance(60_000)
    const finish = { ticket: first.json.ticket, new_password: 'another dozen letters' }
    expect(refusal(await cashier.post('/staff/sign-in/totp', { ...finish, code: codeOf(cashier.secret) }))).toEqual([
      401,
      'staff_credentials_wrong',
    ])
    const done = await cashier.post('/staff/sign-in/totp', { ...finish, code: codeOf(first.json.enrol.secret) })
    expect(done.status).toBe(200)
    expect((await listed(cashier.id)).reset).toBeNull()
    expect((await trailOf(cashier.id)).slice(1, 3)).toEqual(['operator.reset-confirm', 'operator.reset-ask'])
  })

  it('is confirmed once, by an admin other than the requester and the operator', async () => {
    const cashier = await world.operator('cashier')
    expect(refusal(await confirm(admin, cashier.id))).toEqual([409, 'staff_reset_missing'])
    expect((await ask(admin, cashier.id)).status).toBe(200)
    expect(refusal(await ask(second, cashier.id))).toEqual([409, 'staff_reset_open'])
    expect(refusal(await confirm(admin, cashier.id))).toEqual([409, 'same_operator'])
    expect(refusal(await confirm(manager, cashier.id))).toEqual([403, 'staff_forbidden'])
    const [one, other] = await Promise.all([confirm(second, cashier.id), confirm(second, cashier.id)])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    expect(refusal(await ask(second, second.id))).toEqual([409, 'staff_is_self'])
    await ask(admin, second.id)
    expect(refusal(await confirm(second, second.id))).toEqual([409, 'staff_is_self'])
    expect(refusal(await ask(admin, 'op_nobody'))).toEqual([404, 'not_found'])
  })

  it('that is withdrawn, or not confirmed within a day, has no effect', async () => {
    const cashier = await world.operator('cashier')
    await ask(manager, cashier.id)
    expect((await manager.post(`/staff/operators/${cashier.id}/reset/withdraw`)).status).toBe(200)
    expect(refusal(await confirm(admin, cashier.id))).toEqual([409, 'staff_reset_missing'])
    await ask(manager, cashier.id)
    await world.db.kysely
      .updateTable('staff.operator_reset')
      .set({ until: world.clock.now() })
      .where('operator_id', '=', cashier.id)
      .execute()
    expect(refusal(await confirm(admin, cashier.id))).toEqual([409, 'staff_reset_missing'])
    expect((await listed(cashier.id)).reset).toBeNull()
    expect((await ask(manager, cashier.id)).status).toBe(200)
    expect((await confirm(admin, cashier.id)).status).toBe(200)
  })

  it('is refused by the database itself if one operator were both', async () => {
    const cashier = await world.operator('cashier')
    await ask(admin, cashier.id)
    await expect(
      world.db.kysely
        .updateTable('staff.operator_reset')
        .set({ confirmed_by: admin.id, ended_at: world.clock.now(), outcome: 'confirmed' })
        .where('operator_id', '=', cashier.id)
        .execute(),
    ).rejects.toThrow(/operator_reset/)
  })
})

function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
}
