import '../staff/tables.ts'
import './tables.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openAuthenticator } from '../../../test/authenticator.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

/** Decisions about money that their operator signs with a passkey: bound to amount and payee, for five minutes, once. */

type Operator = Awaited<ReturnType<World['operator']>>
let world: World
let manager: Operator
let plain: Operator
let device: ReturnType<typeof openAuthenticator>
beforeAll(async () => {
  world = await openWorld()
  manager = await world.operator('manager')
  plain = await world.operator('manager')
  device = await registered(manager)
})
afterAll(() => world.close())

const refusal = ({ status, json }: Answer) => [status, json.code]
async function registered(by: Operator) {
  world.clock.leap(31_000)
  const code = new TOTP({ secret: Secret.fromBase32(by.secret) }).generate({ timestamp: world.clock.now().getTime() })
  const factors = { current_password: 'a dozen and more letters', code }
  const { options } = (await by.post('/staff/me/passkeys/begin', factors)).json
  const made = openAuthenticator(world.config.origins.console)
  const added = await by.post('/staff/me/passkeys', { name: 'Key', credential: made.register(options) })
  expect(added.status).toBe(200)
  return made
}
/** A withdrawal of a new player that waits for its approval. */
async function asked() {
  const player = await playerToBePaid(world)
  const body = { amount: '400', payout_account_id: player.payoutAccountId, otp: await withdrawalCode(world, player) }
  const { withdrawal } = (await player.post('/player/withdrawals', body)).json
  return { id: withdrawal.id as string, player }
}
async function approve(by: Operator, id: string, stepUp?: string) {
  const { withdrawal } = (await by.get(`/staff/withdrawals/${id}`)).json
  const body = { version: withdrawal.version, checked: withdrawal.warnings.map((one: { code: string }) => one.code) }
  return by.post(`/staff/withdrawals/${id}/approve`, body, stepUp === undefined ? {} : { 'x-dhow-step-up': stepUp })
}
const stateOf = async (id: string) => (await plain.get(`/staff/withdrawals/${id}`)).json.withdrawal.state
const begin = (by: Operator, request: string) => by.post('/staff/step-ups', { request })
/** A step-up of the decision on a withdrawal, signed. */
async function signed(id: string, by = manager, by2 = device) {
  const refused = await approve(by, id)
  expect(refusal(refused)).toEqual([403, 'step_up_needed'])
  const begun = (await begin(by, refused.json.data.request)).json
  const confirmed = await by.post(`/staff/step-ups/${begun.id}/confirm`, { credential: by2.sign(begun.options) })
  expect(confirmed.status).toBe(200)
  return begun.id as string
}

describe('a decision about money', () => {
  it('of an operator with a passkey is signed with amount and payee, and has its entry in the trail', async () => {
    const { id } = await asked()
    const refused = await approve(manager, id)
    expect(refusal(refused)).toEqual([403, 'step_up_needed'])
    expect(await stateOf(id)).toBe('requested')
    const begun = (await begin(manager, refused.json.data.request)).json
    expect(begun).toMatchObject({ action: 'withdrawal_approve', subject: id, amount: '400.00', currency: 'NAD' })
    // Begun is not confirmed.
    expect(refusal(await approve(manager, id, begun.id))).toEqual([403, 'step_up_needed'])
    await manager.post(`/staff/step-ups/${begun.id}/confirm`, { credential: device.sign(begun.options) })
    expect((await approve(manager, id, begun.id)).json.withdrawal.state).toBe('approved')
    const { entries } = (await manager.get(`/staff/audit?subject=${id}&action=operator.step-up`)).json
    expect(entries).toHaveLength(1)
    expect(entries[0].text).toContain('400.00 NAD')
  })

  it('of an operator without one needs none, unless the settings ask everybody', async () => {
    const { id } = await asked()
    await world.approvals({ passkey_required: true })
    expect(refusal(await approve(plain, id))).toEqual([403, 'passkey_required'])
    await world.approvals({ passkey_required: false })
    expect((await approve(plain, id)).json.withdrawal.state).toBe('approved')
  })

  it('that was signed once is signed again for the next one', async () => {
    const [one, other] = [await asked(), await asked()]
    const stepUp = await signed(one.id)
    expect(refusal(await approve(manager, other.id, stepUp))).toEqual([403, 'step_up_needed'])
    expect((await approve(manager, one.id, stepUp)).status).toBe(200)
    // The same decision once more, as after a state that was written back.
    const write = (state: 'requested' | 'approved') =>
      world.db.kysely.updateTable('withdrawals.withdrawal').set({ state }).where('id', '=', one.id).execute()
    await write('requested')
    expect(refusal(await approve(manager, one.id, stepUp))).toEqual([403, 'step_up_needed'])
    await write('approved')
    const { withdrawal } = (await manager.get(`/staff/withdrawals/${one.id}`)).json
    const pay = { version: withdrawal.version, payment_reference: 'STEPUP1' }
    const again = await manager.post(`/staff/withdrawals/${one.id}/pay`, pay, { 'x-dhow-step-up': stepUp })
    expect(refusal(again)).toEqual([403, 'step_up_needed'])
  })

  it.each([
    ['amount', { amount_minor: 40_100n }],
    ['payee', { payout_account_id: 'other' }],
  ])('is void when its %s changes', async (_name, change) => {
    const { id } = await asked()
    const stepUp = await signed(id)
    const { player } = await asked()
    const set = 'payout_account_id' in change ? { payout_account_id: player.payoutAccountId } : change
    const before = await world.db.kysely
      .selectFrom('withdrawals.withdrawal')
      .select(['amount_minor', 'payout_account_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const write = (values: Partial<typeof before>) =>
      world.db.kysely.updateTable('withdrawals.withdrawal').set(values).where('id', '=', id).execute()
    await write(set)
    expect(refusal(await approve(manager, id, stepUp))).toEqual([403, 'step_up_needed'])
    await write(before)
    expect((await approve(manager, id, stepUp)).status).toBe(200)
  })

  it('is signed within five minutes', async () => {
    const { id } = await asked()
    const stepUp = await signed(id)
    world.clock.leap(5 * 60_000 + 1_000)
    expect(refusal(await approve(manager, id, stepUp))).toEqual([403, 'step_up_needed'])
    const { request } = (await approve(manager, id)).json.data
    const begun = (await begin(manager, request)).json
    world.clock.leap(5 * 60_000 + 1_000)
    const late = await manager.post(`/staff/step-ups/${begun.id}/confirm`, { credential: device.sign(begun.options) })
    expect(refusal(late)).toEqual([409, 'step_up_void'])
  })

  it('is signed by its own operator, in the session that was asked', async () => {
    const { id } = await asked()
    const other = await registered(plain)
    const { request } = (await approve(manager, id)).json.data
    expect(refusal(await begin(plain, request))).toEqual([409, 'step_up_void'])
    expect(refusal(await begin(manager, `${request.slice(0, -4)}AAAA`))).toEqual([409, 'step_up_void'])
    const begun = (await begin(manager, request)).json
    const confirm = (by: Operator, credential: object) => by.post(`/staff/step-ups/${begun.id}/confirm`, { credential })
    expect(refusal(await confirm(plain, other.sign(begun.options)))).toEqual([409, 'step_up_void'])
    expect(refusal(await confirm(manager, other.sign(begun.options)))).toEqual([422, 'passkey_wrong'])
    const unverified = device.sign(begun.options, { userVerified: false })
    expect(refusal(await confirm(manager, unverified))).toEqual([422, 'passkey_wrong'])
    const elsewhere = device.sign(begun.options, { origin: 'https://console.evil.example' })
    expect(refusal(await confirm(manager, elsewhere))).toEqual([422, 'passkey_wrong'])
    const theirs = await signed(id, plain, other)
    expect(refusal(await approve(manager, id, theirs))).toEqual([403, 'step_up_needed'])
    expect((await approve(plain, id, theirs)).status).toBe(200)
  })
})
