import './tables.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAuthenticator } from '../../../test/authenticator.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let origin: string
let operator: Operator
let stranger: Operator
let device: ReturnType<typeof openAuthenticator>
let theirs: typeof device

const password = 'a dozen and more letters'
const refusal = ({ status, json }: Answer) => [status, json.code]
/** Password and a new code: each code works once. */
const factorsOf = ({ secret }: Operator) => {
  world.clock.leap(31_000)
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
  return { current_password: password, code }
}
const begin = async (by: Operator) => {
  const answer = await by.post('/staff/me/passkeys/begin', factorsOf(by))
  expect([answer.status, answer.json.code]).toEqual([200, undefined])
  return answer.json.options
}
const add = (by: Operator, credential: object, name = 'Laptop') => by.post('/staff/me/passkeys', { name, credential })
async function registered(by: Operator, name?: string) {
  const made = openAuthenticator(origin)
  const answer = await add(by, made.register(await begin(by)), name)
  expect(answer.status).toBe(200)
  return { device: made, id: answer.json.passkey.id as string }
}
/** First factor in a new browser, with the options of the second. */
async function halfWay({ name }: { name: string } = operator) {
  const browser = world.visitor('console')
  const first = await browser.post('/staff/sign-in', { name, password })
  const { ticket } = first.json
  const { options } = (await browser.post('/staff/sign-in/passkey/begin', { ticket })).json
  const finish = (credential: object) => browser.post('/staff/sign-in/passkey', { ticket, credential })
  return { browser, first: first.json, ticket, options, finish }
}

beforeAll(async () => {
  world = await openWorld()
  origin = world.config.origins.console
  operator = await world.operator('admin')
  stranger = await world.operator('manager')
  ;({ device } = await registered(operator))
  theirs = (await registered(stranger)).device
})
afterAll(() => world.close())

describe('a passkey', () => {
  it('is registered with password and code, named, renamed and removed, each audited', async () => {
    const { id } = await registered(operator, 'Old phone')
    expect((await operator.put(`/staff/me/passkeys/${id}`, { name: 'Spare phone' })).status).toBe(200)
    const { passkeys } = (await operator.get('/staff/me/passkeys')).json
    expect(passkeys.map((one: { name: string }) => one.name)).toEqual(['Laptop', 'Spare phone'])
    const wrong = { current_password: password, code: '000000' }
    expect(refusal(await operator.post(`/staff/me/passkeys/${id}/remove`, wrong))).toEqual([422, 'own_account_wrong'])
    expect((await operator.post(`/staff/me/passkeys/${id}/remove`, factorsOf(operator))).status).toBe(200)
    expect((await operator.get('/staff/me/passkeys')).json.passkeys).toHaveLength(1)
    const trail = (await operator.get(`/staff/audit?subject=${operator.id}&action=operator`)).json.entries
    const actions = trail.map((entry: { action: string }) => entry.action)
    expect(actions.slice(0, 3)).toEqual(['operator.passkey-remove', 'operator.passkey-rename', 'operator.passkey-add'])
  })

  it('needs the right password and code, and can be renamed and removed only by its owner', async () => {
    const wrong = { ...factorsOf(operator), current_password: 'not the password' }
    expect(refusal(await operator.post('/staff/me/passkeys/begin', wrong))).toEqual([422, 'own_account_wrong'])
    const { id } = (await operator.get('/staff/me/passkeys')).json.passkeys[0]
    expect(refusal(await stranger.put(`/staff/me/passkeys/${id}`, { name: 'Mine' }))).toEqual([404, 'passkey_unknown'])
    const remove = await stranger.post(`/staff/me/passkeys/${id}/remove`, factorsOf(stranger))
    expect(refusal(remove)).toEqual([404, 'passkey_unknown'])
  })

  it.each([
    ['of another origin', { origin: 'https://console.evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['whose device has not checked its user', { userVerified: false }],
    ['over another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ])('%s is not registered', async (_name, bent) => {
    const options = await begin(operator)
    const credential = openAuthenticator(origin).register(options, bent)
    expect(refusal(await add(operator, credential))).toEqual([422, 'passkey_wrong'])
    // The challenge is used up, whatever the result.
    const good = openAuthenticator(origin).register(options)
    expect(refusal(await add(operator, good))).toEqual([422, 'passkey_wrong'])
    expect((await operator.get('/staff/me/passkeys')).json.passkeys).toHaveLength(1)
  })

  it('is registered once, within five minutes, by the owner of the challenge', async () => {
    expect(refusal(await add(stranger, device.register(await begin(stranger))))).toEqual([409, 'passkey_taken'])
    const options = await begin(operator)
    const other = openAuthenticator(origin)
    expect(refusal(await add(stranger, other.register(options)))).toEqual([422, 'passkey_wrong'])
    world.clock.leap(5 * 60_000 + 1_000)
    expect(refusal(await add(operator, other.register(options)))).toEqual([422, 'passkey_wrong'])
  })
})

describe('a sign-in by passkey', () => {
  it('opens a session in place of the code, after the password', async () => {
    const { browser, first, options, finish } = await halfWay()
    expect(first).toMatchObject({ next: 'totp', passkey: true })
    expect(options).toMatchObject({ rpId: new URL(origin).hostname, userVerification: 'required' })
    const answer = await finish(device.sign(options))
    expect([answer.status, answer.json.operator?.name]).toEqual([200, operator.name])
    expect((await browser.get('/staff/me')).json.operator.name).toBe(operator.name)
    const nobody = world.visitor('console')
    const withoutTicket = { ticket: 'A'.repeat(43), credential: device.sign(options) }
    const refused = await nobody.post('/staff/sign-in/passkey', withoutTicket)
    expect(refusal(refused)).toEqual([401, 'staff_credentials_wrong'])
  })

  it.each([
    ['of another origin', { origin: 'https://console.evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['whose device has not checked its user', { userVerified: false }],
    ['over another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['whose counter went back', { counter: 1 }],
  ])('%s is refused', async (_name, bent) => {
    const { browser, options, finish } = await halfWay()
    expect(refusal(await finish(device.sign(options, bent)))).toEqual([401, 'staff_credentials_wrong'])
    expect((await browser.get('/staff/me')).status).toBe(401)
  })

  it('is refused with another’s passkey or a changed signature', async () => {
    const one = await halfWay()
    expect(refusal(await one.finish(theirs.sign(one.options)))).toEqual([401, 'staff_credentials_wrong'])
    const other = await halfWay()
    const signed = device.sign(other.options)
    const signature = Buffer.from(signed.response.signature, 'base64url')
    signature[signature.length - 1]! ^= 1
    const forged = { ...signed, response: { ...signed.response, signature: signature.toString('base64url') } }
    expect(refusal(await other.finish(forged))).toEqual([401, 'staff_credentials_wrong'])
  })

  it('accepts its challenge once, within five minutes', async () => {
    const { browser, options, finish } = await halfWay()
    const signed = device.sign(options)
    expect((await finish(signed)).status).toBe(200)
    const second = await browser.post('/staff/sign-in', { name: operator.name, password })
    const replay = { ticket: second.json.ticket, credential: signed }
    expect(refusal(await browser.post('/staff/sign-in/passkey', replay))).toEqual([401, 'staff_credentials_wrong'])
    await browser.post('/staff/sign-in/passkey/begin', { ticket: second.json.ticket })
    expect(refusal(await browser.post('/staff/sign-in/passkey', replay))).toEqual([401, 'staff_credentials_wrong'])
    const late = await halfWay()
    world.clock.leap(5 * 60_000 + 1_000)
    expect(refusal(await late.finish(device.sign(late.options)))).toEqual([401, 'staff_credentials_wrong'])
  })

  it('is no longer possible after a reset by two others, which removes the passkeys too', async () => {
    const [asker, confirmer] = [await world.operator('manager'), await world.operator('admin')]
    const lost = await world.operator('cashier')
    await registered(lost)
    expect((await halfWay(lost)).first.passkey).toBe(true)
    await asker.post(`/staff/operators/${lost.id}/reset`, { reason: 'The phone is lost' })
    expect((await confirmer.post(`/staff/operators/${lost.id}/reset/confirm`)).status).toBe(200)
    const kept = await world.db.kysely
      .selectFrom('staff.operator_passkey')
      .select('id')
      .where('operator_id', '=', lost.id)
      .execute()
    expect(kept).toEqual([])
  })
})
