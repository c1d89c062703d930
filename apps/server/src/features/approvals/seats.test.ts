import '../staff/tables.ts'
import type { Operation } from '@dhow/contract/operation'
import { operations } from '@dhow/contract/operations'
import { allPermissions, isReading, type Permission } from '@dhow/contract/permissions'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid } from '../../../test/api-calls.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

/** Read-only accounts: every route of the contract, their expiry, and the audit trail of their reads. */

type Operator = Awaited<ReturnType<World['operator']>>
const all = Object.values(operations)
  .flat()
  .filter(({ access }) => access === 'staff')
const writing = all.filter(({ method, needs }) => method !== 'GET' && needs?.length !== 0)
const reading = all.filter(({ method, needs }) => method === 'GET' && needs?.length !== 0)
const dayMs = 86_400_000
const reason = 'For the audit of the year'

let world: World
let admin: Operator
let second: Operator
let seat: Operator
let player: Awaited<ReturnType<typeof playerToBePaid>>
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
  second = await world.operator('admin')
  player = await playerToBePaid(world)
  await addRoles(world, [
    { id: 'rol_reads', held: allPermissions.filter(isReading) },
    { id: 'rol_readslittle', held: ['players.see'] },
    { id: 'rol_everything', held: allPermissions },
  ])
  seat = await enrolled('regulator', 30)
})
afterAll(() => world.close())

const refusal = ({ status, json }: Answer) => [status, json.code]
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * dayMs).toISOString()
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
const create = (name: string, role: string, days?: number) =>
  admin.post('/staff/operators', { name, role, ...(days === undefined ? {} : { seat_ends_at: inDays(days) }) })
/** A read-only account that an admin created, with its own password and authenticator. */
async function enrolled(name: string, days: number): Promise<Operator> {
  const made = await create(name, 'rol_reads', days)
  expect(made.json).toMatchObject({ status: 'success', waits: false })
  const browser = world.visitor('console')
  const { json } = await browser.post('/staff/enrolments/open', { token: made.json.link.split('#enrol=')[1] })
  const factors = { ticket: json.ticket, code: codeOf(json.enrol.secret), new_password: 'a dozen and more letters' }
  const { status } = await browser.post('/staff/sign-in/totp', factors)
  expect(status).toBe(200)
  return { ...browser, name, id: made.json.operator.id, secret: json.enrol.secret }
}
function call(operator: Operator, { method, path, multipart }: Operation, id = 'nothing_x') {
  const address = path.replace(/:id/, id).replaceAll(/:[a-z]+/g, 'nothing-by-this-name')
  if (multipart) return operator.form(address, {})
  return operator.call(method, address, method === 'GET' ? undefined : {})
}
const auditedReadsOf = async (id: string) =>
  (
    await world.db.kysely
      .selectFrom('staff.audit_entry')
      .select(['subject', 'text'])
      .where('operator_id', '=', id)
      .where('action', '=', 'seat.look')
      .orderBy('id', 'desc')
      .execute()
  ).map(({ subject, text }) => ({ subject, text }))
const listed = async (id: string) =>
  (await admin.get('/staff/operators')).json.operators.find((row: { id: string }) => row.id === id)
const setEnd = (by: Operator, id: string, days: number) =>
  by.post(`/staff/operators/${id}/seat-end`, { seat_ends_at: inDays(days), reason })

describe('a read-only account', () => {
  it.each(writing.map((operation) => [operation.name, operation] as const))(
    'is refused by %s, even with a role of every permission',
    async (_name, operation) => {
      await giveRole(world, seat, 'rol_everything')
      expect(refusal(await call(seat, operation))).toEqual([403, 'staff_read_only'])
      await giveRole(world, seat, 'rol_reads')
      expect(refusal(await call(seat, operation))).toEqual([403, 'staff_read_only'])
    },
  )

  it.each(reading.map((operation) => [operation.name, operation] as const))(
    'may call %s if that needs only read permissions, and the call is in the audit trail',
    async (name, operation) => {
      await giveRole(world, seat, 'rol_everything')
      const before = (await auditedReadsOf(seat.id)).length
      const answer = await call(seat, operation, player.id)
      const looks = await auditedReadsOf(seat.id)
      if (operation.needs?.every(isReading)) {
        expect([401, 403]).not.toContain(answer.status)
        expect(looks).toHaveLength(before + 1)
        expect(looks[0]?.text).toContain(`Looked at ${name}: /api/v1/dhow/staff/`)
      } else {
        expect(refusal(answer)).toEqual([403, 'staff_forbidden'])
        expect(looks).toHaveLength(before)
      }
    },
  )

  it('sees masked numbers whatever its role', async () => {
    await giveRole(world, seat, 'rol_everything')
    await world.clock.advance(61_000)
    const { json } = await seat.get(`/staff/players/${player.id}`)
    expect(json.player.mobile).toMatch(/••••/)
    expect(JSON.stringify(json)).not.toContain(player.mobile.slice(4))
    expect((await admin.get(`/staff/players/${player.id}`)).json.player.mobile).toBe(player.mobile)
    const held: Permission[] = (await seat.get('/staff/me')).json.permissions
    expect(held.filter((permission) => !isReading(permission))).toEqual([])
    expect((await auditedReadsOf(seat.id))[0]).toMatchObject({ subject: player.id })
  })

  it('leaves no searched number in the audit trail, and one entry if its page calls again', async () => {
    await world.clock.advance(61_000)
    const before = (await auditedReadsOf(seat.id)).length
    for (let times = 0; times < 3; times++) await seat.get(`/staff/players?q=${encodeURIComponent(player.mobile)}`)
    const looks = await auditedReadsOf(seat.id)
    expect(looks).toHaveLength(before + 1)
    expect(looks[0]?.text).toContain('staffPlayers: /api/v1/dhow/staff/players?q=')
    expect(looks[0]?.text).not.toContain(player.mobile.slice(4))
  })

  it('may change its own password and sign out', async () => {
    const own = await enrolled('leaves', 5)
    await world.clock.advance(31_000)
    const factors = { current_password: 'a dozen and more letters', code: codeOf(own.secret) }
    const changed = await own.post('/staff/me/password', { ...factors, new_password: 'a new dozen of letters' })
    expect(changed.status).toBe(200)
    expect((await own.post('/staff/sign-out')).status).toBe(200)
  })

  it('gets no role that does more than read, by creation, by a new role or by a change of its role', async () => {
    expect(refusal(await create('writes', 'support', 5))).toEqual([409, 'seat_only_reads'])
    await giveRole(world, seat, 'rol_reads')
    const give = (role: string) => admin.post(`/staff/operators/${seat.id}/role`, { role, reason })
    expect(refusal(await give('support'))).toEqual([409, 'seat_only_reads'])
    expect(refusal(await give('admin'))).toEqual([409, 'seat_only_reads'])
    expect((await give('rol_readslittle')).json).toMatchObject({ waits: false })
    const change = (permissions: Permission[]) =>
      admin.call('PUT', '/staff/roles/rol_readslittle', { name: 'Little', about: '', permissions, reason, version: 1 })
    expect(refusal(await change(['players.see', 'players.reveal']))).toEqual([409, 'seat_only_reads'])
    expect((await change(['players.see', 'audit.see'])).status).toBe(200)
  })
})

describe('its end', () => {
  it('is in the future and within two years', async () => {
    for (const days of [-1, 0, 800]) {
      const answer = await create('endless', 'rol_reads', days)
      expect(refusal(answer)).toEqual([422, 'invalid_fields'])
      expect(Object.keys(answer.json.errors)).toEqual(['seat_ends_at'])
    }
  })

  it('ends sessions, sign-ins in progress and links, and prevents new ones', async () => {
    const short = await enrolled('short', 1)
    expect((await listed(short.id)).seat_ends_at).toBe(inDays(1))
    const { link } = (await create('never_came', 'rol_reads', 0.9)).json
    world.clock.leap(dayMs - 10 * 60_000)
    const credentials = { name: 'short', password: 'a dozen and more letters' }
    const again = world.visitor('console')
    const ticket = { ticket: (await again.post('/staff/sign-in', credentials)).json.ticket, code: codeOf(short.secret) }
    expect((await again.post('/staff/sign-in/totp', ticket)).status).toBe(200)
    expect((await again.get('/staff/players')).status).toBe(200)
    world.clock.leap(9 * 60_000)
    expect((await again.get('/staff/players')).status).toBe(200)
    const half = (await again.post('/staff/sign-in', credentials)).json.ticket
    world.clock.leap(61_000)
    expect(refusal(await again.get('/staff/players'))).toEqual([401, 'staff_session_invalid'])
    expect(refusal(await again.get('/staff/me'))).toEqual([401, 'staff_session_invalid'])
    expect(refusal(await again.post('/staff/sign-in', credentials))).toEqual([401, 'staff_credentials_wrong'])
    const late = { ticket: half, code: codeOf(short.secret) }
    expect(refusal(await again.post('/staff/sign-in/totp', late))).toEqual([401, 'staff_credentials_wrong'])
    const token = link.split('#enrol=')[1]
    expect(refusal(await again.post('/staff/enrolments/open', { token }))).toEqual([404, 'enrolment_unknown'])
  })

  it('is moved earlier by one person and later by two, and other operators have none', async () => {
    ;[admin, second] = [await world.signIn(admin), await world.signIn(second)]
    const { id } = (await create('moved', 'rol_reads', 10)).json.operator
    const confirm = () => confirmNewest(second)
    expect((await setEnd(admin, id, 5)).json).toMatchObject({ waits: false })
    const earlier = (await listed(id)).seat_ends_at
    expect((await setEnd(admin, id, 50)).json).toMatchObject({ waits: true })
    expect((await listed(id)).seat_ends_at).toBe(earlier)
    const { changes } = (await admin.get('/staff/changes')).json
    const own = await admin.post(`/staff/changes/${changes.at(-1).id}/confirm`)
    expect(refusal(own)).toEqual([409, 'same_operator'])
    await confirm()
    expect((await listed(id)).seat_ends_at).toBe(inDays(50))
    expect(refusal(await setEnd(admin, second.id, 5))).toEqual([409, 'seat_missing'])
    expect(refusal(await setEnd(admin, 'op_nobody', 5))).toEqual([404, 'not_found'])
    const trail = (await admin.get(`/staff/audit?subject=${id}&action=operator.seat-end`)).json.entries
    expect(trail).toHaveLength(2)
  })
})
