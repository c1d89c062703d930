import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let admin: Operator
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  admin = await world.operator('admin')
})
afterAll(() => world.close())

interface Listed {
  id: string
  current: boolean
}
const reason = 'The laptop was lost'
const refusal = ({ status, json }: Answer) => [status, json.code]
const own = async (by: Operator): Promise<Listed[]> => (await by.get('/staff/me/sessions')).json.sessions
const of = async (id: string): Promise<Listed[]> => (await admin.get(`/staff/operators/${id}/sessions`)).json.sessions
const isIn = async (one: Operator) => (await one.get('/staff/me')).status === 200
const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0'
/** Signs the same operator in with another browser; earlier sessions stay valid. */
const further = (operator: Operator) => world.signIn(operator, { userAgent })
const trailOf = async (id: string) =>
  (await admin.get(`/staff/audit?subject=${id}`)).json.entries.map(
    ({ action, text }: { action: string; text: string }) => [action, text],
  )

it('an operator sees where they are signed in, and ends one session or all others', async () => {
  const first = await world.operator('cashier')
  const second = await further(first)
  const third = await further(first)
  const listed = (await third.get('/staff/me/sessions')).json.sessions
  expect(listed).toHaveLength(3)
  expect(listed[0]).toMatchObject({ current: true, ip: third.ip, device: 'Firefox on Windows' })
  expect(listed.filter(({ current }: Listed) => current)).toHaveLength(1)
  const ofFirst = (await own(first)).find(({ current }) => current)
  expect((await third.post(`/staff/me/sessions/${ofFirst?.id}/end`)).status).toBe(200)
  expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([false, true, true])
  expect(refusal(await third.post(`/staff/me/sessions/${ofFirst?.id}/end`))).toEqual([404, 'not_found'])
  expect((await third.post('/staff/me/sessions/end-others')).status).toBe(200)
  expect([await isIn(second), await isIn(third)]).toEqual([false, true])
  expect((await trailOf(first.id)).slice(0, 2)).toEqual([
    ['operator.end-own-sessions', `${first.name} ended their other sessions`],
    ['operator.end-own-sessions', `${first.name} ended their session ${ofFirst?.id}`],
  ])
})

it('nobody can end another’s session as their own', async () => {
  const [one, other] = [await world.operator('cashier'), await world.operator('cashier')]
  const [session] = await own(other)
  expect(refusal(await one.post(`/staff/me/sessions/${session?.id}/end`))).toEqual([404, 'not_found'])
  expect(await isIn(other)).toBe(true)
})

it('a manager of operators ends one session of another, or all, with a reason in the audit trail', async () => {
  const first = await world.operator('manager')
  const other = await further(first)
  const end = (body: object, id = first.id) => admin.post(`/staff/operators/${id}/sessions/end`, body)
  const [newest] = await of(first.id)
  expect(newest).toMatchObject({ ip: other.ip, current: false })
  expect(refusal(await end({ session_id: newest?.id }))).toEqual([422, 'invalid_fields'])
  expect((await end({ session_id: newest?.id, reason })).status).toBe(200)
  expect([await isIn(first), await isIn(other)]).toEqual([true, false])
  world.clock.leap(31_000)
  const half = await world.visitor('console').post('/staff/sign-in', { name: first.name, password })
  expect((await end({ reason })).status).toBe(200)
  expect(await of(first.id)).toEqual([])
  expect(await isIn(first)).toBe(false)
  const second = { ticket: half.json.ticket, code: codeOf(first) }
  expect(refusal(await first.post('/staff/sign-in/totp', second))).toEqual([401, 'staff_credentials_wrong'])
  expect((await trailOf(first.id)).slice(0, 2)).toEqual([
    ['operator.end-sessions', `Ended every session of the operator ${first.name}: ${reason}`],
    ['operator.end-sessions', `Ended the session ${newest?.id} of the operator ${first.name}: ${reason}`],
  ])
  expect(refusal(await end({ reason }, admin.id))).toEqual([409, 'staff_is_self'])
  expect(refusal(await end({ reason }, 'op_nobody'))).toEqual([404, 'not_found'])
  expect(refusal(await admin.get('/staff/operators/op_nobody/sessions'))).toEqual([404, 'not_found'])
})
const password = 'a dozen and more letters'
const codeOf = ({ secret }: Operator) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })

it('an expired session is not listed', async () => {
  const operator = await world.operator('cashier')
  world.clock.leap(16 * 60_000)
  const again = await world.signIn(operator)
  admin = await world.signIn(admin)
  expect(await own(again)).toHaveLength(1)
  expect(await of(operator.id)).toHaveLength(1)
})
