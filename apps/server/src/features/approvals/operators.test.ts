import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let admin: Operator
beforeAll(async () => {
  world = await openWorld()
  admin = await world.operator('admin')
})
afterAll(() => world.close())

const refusal = ({ status, json }: Answer) => [status, json.code]
const add = (by: Operator, name: string, role: string) => by.post('/staff/operators', { name, role })
const open = (link: string) =>
  world.visitor('console').post('/staff/enrolments/open', { token: link.split('#enrol=')[1] })
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
const enrol = (opened: Answer, new_password = 'a dozen and more letters') =>
  world.visitor('console').post('/staff/sign-in/totp', {
    ticket: opened.json.ticket,
    code: codeOf(opened.json.enrol.secret),
    new_password,
  })
const named = async (name: string) =>
  (await admin.get('/staff/operators')).json.operators.find((row: { name: string }) => row.name === name)
const waiting = async (by: Operator) => (await by.get('/staff/changes')).json.changes

it('a sandbox with one admin adds operators alone, and reports that live mode would need a second person', async () => {
  const made = await add(admin, 'first_cashier', 'cashier')
  expect(made.json).toMatchObject({ waits: false, alone: true, operator: { name: 'first_cashier', role: 'cashier' } })
  expect(JSON.stringify(made.json)).not.toMatch(/password|secret/)
})

describe('the link of a new operator', () => {
  it('works once: the person sets a password and an authenticator, and later openings show that it was used', async () => {
    const { link } = (await add(admin, 'one_use', 'support')).json
    const opened = await open(link)
    expect(opened.json).toMatchObject({ operator: { name: 'one_use' }, enrol: { new_password_required: true } })
    const weak = await enrol(opened, 'short')
    expect(refusal(weak)).toEqual([422, 'invalid_fields'])
    const again = await open(link)
    expect((await enrol(opened)).status).toBe(200)
    const late = await open(link)
    expect(refusal(late)).toEqual([409, 'enrolment_used'])
    expect(late.json.data.used_at).toBe(world.clock.now().toISOString())
    // A second browser that had opened it earlier can no longer set anything.
    expect(refusal(await enrol(again))).toEqual([401, 'staff_credentials_wrong'])
    const name = { name: 'one_use', password: 'a dozen and more letters' }
    expect((await world.visitor('console').post('/staff/sign-in', name)).json.next).toBe('totp')
  })

  it('expires after a day, and a guessed one is refused', async () => {
    const { link } = (await add(admin, 'too_late', 'support')).json
    expect(refusal(await open('#enrol=guessed'))).toEqual([404, 'enrolment_unknown'])
    world.clock.leap(24 * 3_600_000)
    expect(refusal(await open(link))).toEqual([409, 'enrolment_expired'])
    admin = await world.signIn(admin)
    world.admin = admin
  })

  it('replaces lost factors too, after two others have agreed', async () => {
    const [second, lost] = [await world.operator('admin'), await world.operator('cashier')]
    await admin.post(`/staff/operators/${lost.id}/reset`, { reason: 'The phone is lost' })
    const { json } = await second.post(`/staff/operators/${lost.id}/reset/confirm`)
    expect(JSON.stringify(json)).not.toMatch(/password|secret/)
    // A code signs in only once within its half minute.
    world.clock.leap(60_000)
    expect((await enrol(await open(json.link))).status).toBe(200)
  })
})

describe('with two admins, an operator', () => {
  it('whose role moves money is added by both, and the link is shown to the confirming one', async () => {
    const second = await world.operator('admin')
    expect((await add(admin, 'by_two', 'manager')).json).toMatchObject({ waits: true, operator: null, link: null })
    expect(await named('by_two')).toBeUndefined()
    expect(refusal(await add(second, 'by_two', 'cashier'))).toEqual([409, 'change_waits'])
    const [change] = await waiting(second)
    expect(refusal(await admin.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'same_operator'])
    const { shown_once } = (await second.post(`/staff/changes/${change.id}/confirm`)).json
    expect((await enrol(await open(shown_once[0].value))).status).toBe(200)
    expect(await named('by_two')).toMatchObject({ role: 'manager', active: true })
    const ties = await world.db.kysely
      .selectFrom('staff.operator_tie')
      .select('tied_to')
      .where('operator_id', '=', (await named('by_two')).id)
      .execute()
    expect(ties.map((row) => row.tied_to).toSorted()).toEqual([admin.id, second.id].toSorted())
  })

  it('who only gives support is added by one', async () => {
    expect((await add(admin, 'helper', 'support')).json).toMatchObject({ waits: false, alone: false })
  })

  it('gets a higher role from both, and a lower one from one', async () => {
    const second = await world.operator('admin')
    const cashier = await world.operator('cashier')
    const give = (role: string) => admin.post(`/staff/operators/${cashier.id}/role`, { role, reason: 'A trial' })
    expect((await give('admin')).json).toMatchObject({ waits: true })
    expect((await named(cashier.name)).role).toBe('cashier')
    const [change] = await waiting(second)
    expect(refusal(await admin.post(`/staff/changes/${change.id}/confirm`))).toEqual([409, 'same_operator'])
    expect((await second.post(`/staff/changes/${change.id}/confirm`)).status).toBe(200)
    expect((await named(cashier.name)).role).toBe('admin')
    expect((await give('support')).json).toMatchObject({ waits: false })
    expect((await named(cashier.name)).role).toBe('support')
  })
})
