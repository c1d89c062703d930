import '../staff/tables.ts'
import './tables.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openAuthenticator } from '../../../test/authenticator.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { reportTransfer } from '../../../test/statements.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

/** Decisions about money signed with a passkey: bound to amount and payee, for five minutes, once. */

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
/** A new player's withdrawal that waits for approval. */
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
/** A signed step-up for the decision on a withdrawal. */
async function signed(id: string, by = manager, by2 = device) {
  const refused = await approve(by, id)
  expect(refusal(refused)).toEqual([403, 'step_up_needed'])
  const begun = (await begin(by, refused.json.data.request)).json
  const confirmed = await by.post(`/staff/step-ups/${begun.id}/confirm`, { credential: by2.sign(begun.options) })
  expect(confirmed.status).toBe(200)
  return begun.id as string
}

describe('a decision about money', () => {
  it('of an operator with a passkey is signed with amount and payee, and audited', async () => {
    const { id } = await asked()
    const refused = await approve(manager, id)
    expect(refusal(refused)).toEqual([403, 'step_up_needed'])
    expect(await stateOf(id)).toBe('requested')
    const begun = (await begin(manager, refused.json.data.request)).json
    expect(begun).toMatchObject({ action: 'withdrawal_approve', subject: id, amount: '400.00', currency: 'NAD' })
    // Started, but not confirmed.
    expect(refusal(await approve(manager, id, begun.id))).toEqual([403, 'step_up_needed'])
    await manager.post(`/staff/step-ups/${begun.id}/confirm`, { credential: device.sign(begun.options) })
    expect((await approve(manager, id, begun.id)).json.withdrawal.state).toBe('approved')
    const { entries } = (await manager.get(`/staff/audit?subject=${id}&action=operator.step-up`)).json
    expect(entries).toHaveLength(1)
    expect(entries[0].text).toContain('400.00 NAD')
  })

  it('of an operator without one needs none, unless the settings require it', async () => {
    const { id } = await asked()
    await world.approvals({ passkey_required: true })
    expect(refusal(await approve(plain, id))).toEqual([403, 'passkey_required'])
    await world.approvals({ passkey_required: false })
    expect((await approve(plain, id)).json.withdrawal.state).toBe('approved')
  })

  it('needs a new signature each time', async () => {
    const [one, other] = [await asked(), await asked()]
    const stepUp = await signed(one.id)
    expect(refusal(await approve(manager, other.id, stepUp))).toEqual([403, 'step_up_needed'])
    expect((await approve(manager, one.id, stepUp)).status).toBe(200)
    // The same decision again, as after the state was written back.
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

  it('is signed by its own operator, in the same session', async () => {
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

describe('a decision about a deposit or a debt', () => {
  const signedBy = async (by: Operator, key: typeof device, refused: Answer) => {
    expect(refusal(refused)).toEqual([403, 'step_up_needed'])
    const begun = (await begin(by, refused.json.data.request)).json
    await by.post(`/staff/step-ups/${begun.id}/confirm`, { credential: key.sign(begun.options) })
    return begun as { id: string; action: string; subject: string; amount: string; payee: string }
  }
  const header = (stepUp?: string) => (stepUp === undefined ? {} : { 'x-dhow-step-up': stepUp })
  const credit = (id: string, amount: string, stepUp?: string) =>
    manager.post(`/staff/deposits/${id}/approve`, { received_amount: amount, version: 1 }, header(stepUp))

  it('is signed from the amount that needs two people, only for this amount', async () => {
    const player = await world.player()
    expect((await credit(await reportTransfer(player, '500', 'STEPSMALL1'), '500.00')).status).toBe(200)
    const large = await reportTransfer(player, '12000', 'STEPLARGE1')
    const step = await signedBy(manager, device, await credit(large, '12000.00'))
    expect(step).toMatchObject({ action: 'deposit_credit', subject: large, amount: '12000.00', payee: player.id })
    expect(refusal(await credit(large, '11999.00', step.id))).toEqual([403, 'step_up_needed'])
    expect((await credit(large, '12000.00', step.id)).json.deposit.state).toBe('awaiting_second_approval')
  })

  it('is signed by both operators of a write-off', async () => {
    const player = await world.player()
    const { deposit } = (await credit(await reportTransfer(player, '500', 'STEPDEBT1'), '500.00')).json
    await (await seatOf(world, player)).bet(1_000, 'spent')
    const reversal = { reason: 'not_received', note: 'The bank took it back.', version: deposit.version }
    expect((await manager.post(`/staff/deposits/${deposit.id}/reverse`, reversal)).status).toBe(200)
    const debt = async () => (await world.balance(player.id)).debtMinor
    expect(await debt()).toBe(1_000n)
    const propose = (stepUp?: string) =>
      manager.post(`/staff/players/${player.id}/debt/write-off`, { reason: 'gone' }, header(stepUp))
    const step = await signedBy(manager, device, await propose())
    expect(step).toMatchObject({ action: 'debt_write_off', amount: '10.00', payee: player.id })
    expect((await propose(step.id)).status).toBe(200)
    const second = await world.operator('manager')
    const key = await registered(second)
    const { changes } = (await second.get('/staff/changes')).json
    const change = changes.find((one: { subject: string }) => one.subject === player.id)
    const confirm = (stepUp?: string) => second.post(`/staff/changes/${change.id}/confirm`, {}, header(stepUp))
    const other = await signedBy(second, key, await confirm())
    expect(await debt()).toBe(1_000n)
    expect((await confirm(other.id)).status).toBe(200)
    expect(await debt()).toBe(0n)
  })
})
