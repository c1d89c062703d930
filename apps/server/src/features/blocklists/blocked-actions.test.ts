import './tables.ts'
import '../accounts/tables.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBankAccount, playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { importLines, linesOf, reportTransfer } from '../../../test/statements.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

/** Blocked numbers, devices, accounts and payers at each action, by the portal's and the console's own calls. */

type Operator = Awaited<ReturnType<World['operator']>>
type Player = Awaited<ReturnType<World['player']>>
let world: World
let manager: Operator
beforeAll(async () => {
  world = await openWorld()
  manager = await world.operator('manager')
})
afterAll(() => world.close())

/** Advances the time, which ends the operator's session. */
async function later(hours: number) {
  await world.clock.advance(hours * 3_600_000)
  manager = await world.operator('manager')
}
const refusal = ({ status, json }: Answer) => [status, json.code]
const contactUs = [403, 'contact_us']
const password = 'calm-sea-at-dusk'
let names = 0
const register = (browser: ReturnType<World['visitor']>, mobile: string) =>
  browser.post('/register', { player_name: `door_${++names}`, mobile, password, market: 'NA', accept_terms: true })
async function block(kind: string, value: string, until?: string) {
  const added = await manager.post('/staff/blocklists', { kind, value, reason: 'for the test', until })
  if (added.status !== 200) throw new Error(JSON.stringify(added.json))
  return added.json.entry.id as string
}
const unblock = (id: string) => manager.post(`/staff/blocklists/${id}/remove`, { reason: 'a mistake' })
const stopsOf = async (playerId: string, act: string) =>
  (await manager.get(`/staff/players/${playerId}`)).json.player.may
    .find((one: { act: string }) => one.act === act)
    .stops.map(({ code }: { code: string }) => code)
const deviceOf = async (player: Player) => {
  const [device] = await world.app.features.accounts.sessions.devices(world.db.kysely, player.id)
  return device!.key
}
/** Answers of the portal reveal neither a list nor its entries about the player. */
const expectNeutral = ({ json }: Answer) => {
  expect(json.text).toEqual({ code: 'contact_us', params: {} })
  expect(JSON.stringify(json)).not.toMatch(/block|list|device|black/i)
}

describe('registration', () => {
  it('of a blocked number is refused after the number is proven, not before', async () => {
    const mobile = world.newMobile()
    const id = await block('mobile', mobile)
    const browser = world.visitor()
    expect((await register(browser, mobile)).status).toBe(200)
    const body = { otp: await world.inbox.code(mobile), mobile, type: 'register' }
    const refused = await browser.post('/authentication-otp-verify', body)
    expect(refusal(refused)).toEqual(contactUs)
    expectNeutral(refused)
    expect(await world.app.features.accounts.findByMobile(mobile)).toBeUndefined()
    await unblock(id)
    await later(1)
    expect((await register(browser, mobile)).status).toBe(200)
    const again = { otp: await world.inbox.code(mobile), mobile, type: 'register' }
    expect((await browser.post('/authentication-otp-verify', again)).status).toBe(200)
  })

  it('of a blocked number without codes is refused at once', async () => {
    const { portal } = world.app.features
    const { registration } = portal.settings()
    const mobile = world.newMobile()
    await block('mobile', mobile)
    await portal.change({ registration: { ...registration, otp: false } })
    const answer = await register(world.visitor(), mobile)
    await portal.change({ registration })
    expect(refusal(answer)).toEqual(contactUs)
  })

  it('on a blocked device is refused for any number', async () => {
    const player = await world.player()
    await block('device', await deviceOf(player))
    expectNeutral(await register(player.browser, world.newMobile()))
    expect((await register(world.visitor(), world.newMobile())).status).toBe(200)
  })
})

describe('sign-in', () => {
  const signIn = (browser: Pick<Player, 'post'>, { mobile }: Player, typed = password) =>
    browser.post('/login', { mobile, password: typed, market: 'NA' })

  it('of a blocked number is refused only to its owner, and shown on the player’s page', async () => {
    const player = await world.player()
    const id = await block('mobile', player.id)
    const refused = await signIn(player.browser, player)
    expect(refusal(refused)).toEqual(contactUs)
    expectNeutral(refused)
    expect(refusal(await signIn(world.visitor(), player, 'another-password'))).toEqual([401, 'credentials_wrong'])
    expect(await stopsOf(player.id, 'sign_in')).toEqual(['number_blocked'])
    expect(await stopsOf(player.id, 'withdraw')).toEqual([])
    await unblock(id)
    expect((await signIn(player.browser, player)).status).toBe(200)
    expect(await stopsOf(player.id, 'sign_in')).toEqual([])
  })

  it('on a blocked device is refused there, and allowed elsewhere', async () => {
    const player = await world.player()
    await block('device', await deviceOf(player))
    expect(refusal(await signIn(player.browser, player))).toEqual(contactUs)
    expect(await stopsOf(player.id, 'sign_in')).toEqual(['device_blocked'])
    const elsewhere = world.visitor()
    expect((await signIn(elsewhere, player)).json.code).not.toBe('contact_us')
    const body = { otp: await world.inbox.code(player.mobile), mobile: player.mobile, type: 'login' }
    await block('mobile', player.mobile)
    expect(refusal(await elsewhere.post('/authentication-otp-verify', body))).toEqual(contactUs)
  })
})

describe('a device of a player’s page', () => {
  const devicesOf = async ({ id }: Player) => (await manager.get(`/staff/players/${id}/devices`)).json.devices

  it('is listed with its sessions, and blocked by a session’s id, with the reason in the audit trail', async () => {
    const player = await world.player()
    const other = await world.player()
    const elsewhere = world.visitor()
    world.clock.leap(60_000)
    await world.app.features.attempts.forget(world.db.kysely, 'code.', player.mobile)
    await elsewhere.post('/login', { mobile: player.mobile, password, market: 'NA' })
    const otp = await world.inbox.code(player.mobile)
    const entered = await elsewhere.post('/authentication-otp-verify', { otp, mobile: player.mobile, type: 'login' })
    expect(entered.status).toBe(200)
    const [last, first] = await devicesOf(player)
    expect([last.open_sessions, first.open_sessions, first.blocked]).toEqual([1, 1, null])
    const until = world.clock.now().toISOString().slice(0, 10)
    const id = await block('device', first.session_id, until)
    expect((await devicesOf(player)).map(({ blocked }: { blocked: unknown }) => blocked)).toEqual([
      null,
      { until: expect.stringContaining('T00:00:00') },
    ])
    expect(await devicesOf(other)).toMatchObject([{ blocked: null }])
    const login = { mobile: player.mobile, password, market: 'NA' }
    expect(refusal(await player.browser.post('/login', login))).toEqual(contactUs)
    expect((await elsewhere.post('/login', login)).status).toBe(200)
    const { entries } = (await manager.get(`/staff/audit?subject=${id}`)).json
    expect(entries[0].text).toContain('for the test')
    expect(JSON.stringify(await devicesOf(player))).not.toContain(await deviceOf(player))
  })

  it('is not blocked by an unknown session id, and not listed for an unknown player or without permission', async () => {
    const wrong = await manager.post('/staff/blocklists', { kind: 'device', value: 'ses_none', reason: 'for the test' })
    expect(refusal(wrong)).toEqual([404, 'not_found'])
    expect((await manager.get('/staff/players/ply_none/devices')).status).toBe(404)
  })
})

describe('a payout account', () => {
  it('that is blocked is not added', async () => {
    const player = await world.player({ balance: '100.00' })
    await block('payout', '6200 777 0002')
    const refused = await addBankAccount(world, player, '62007770002')
    expect(refusal(refused)).toEqual(contactUs)
    expectNeutral(refused)
    expect((await player.get('/player/payout-accounts')).json.accounts).toEqual([])
  })

  it('that is blocked gets no new withdrawal, and the player’s others do', async () => {
    const player = await playerToBePaid(world)
    const ask = async (payoutAccountId: string) => {
      const otp = await withdrawalCode(world, { ...player, payoutAccountId })
      return player.post('/player/withdrawals', { amount: '400', payout_account_id: payoutAccountId, otp })
    }
    await block('payout', player.payoutAccountId)
    const refused = await ask(player.payoutAccountId)
    expect(refusal(refused)).toEqual(contactUs)
    expect(refused.json.text).toEqual({ code: 'account_refused', params: {} })
    expect(JSON.stringify(refused.json)).not.toMatch(/block|list/i)
    expect(await stopsOf(player.id, 'withdraw')).toEqual(['payee_blocked'])
    expect((await world.balance(player.id)).heldMinor).toBe(0n)
    await world.app.features.attempts.forget(world.db.kysely, 'code.', player.mobile)
    await world.app.features.attempts.forget(world.db.kysely, 'code.', player.id)
    const { account } = (await addBankAccount(world, player, '62007770003')).json
    expect((await ask(account.id)).status).toBe(200)
  })

  it('that is blocked after the request needs an operator’s explicit decision, and is not held silently', async () => {
    const player = await world.player({ balance: '1000.00' })
    const { account } = (await addBankAccount(world, player, '62007770004')).json
    const otp = await withdrawalCode(world, { ...player, payoutAccountId: account.id })
    const body = { amount: '400', payout_account_id: account.id, otp }
    const { id } = (await player.post('/player/withdrawals', body)).json.withdrawal
    const seen = async () => (await manager.get(`/staff/withdrawals/${id}`)).json.withdrawal
    const codes = (one: { warnings: { code: string }[] }) => one.warnings.map(({ code }) => code)
    expect(codes(await seen())).not.toContain('payee_blocked')
    await block('payout', account.id)
    const waiting = await seen()
    expect(waiting.warnings[0]).toMatchObject({ code: 'payee_blocked', grade: 'certain', must_check: true })
    expect(waiting.stops).toEqual([])
    const others = codes(waiting).filter((code) => code !== 'payee_blocked')
    const approve = (checked: string[]) =>
      manager.post(`/staff/withdrawals/${id}/approve`, { version: waiting.version, checked })
    expect(refusal(await approve(others))).toEqual([409, 'risks_unchecked'])
    expect((await approve([...others, 'payee_blocked'])).json.withdrawal.state).toBe('approved')
    const { json } = await player.get(`/player/withdrawals/${id}`)
    expect(JSON.stringify(json)).not.toMatch(/blocked/)
  })
})

describe('a deposit', () => {
  it('with a blocked reference is refused, alone or in a group', async () => {
    await block('payer', 'Shady Payer 77')
    const player = await world.player()
    const fields = { manual_deposit_id: '2', amount: '500', utr: 'shady-payer-77' }
    const refused = await player.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
    expect(refusal(refused)).toEqual(contactUs)
    expectNeutral(refused)
    expect((await reportTransfer(player, '500', 'HONEST PAYER 78')).startsWith('dep_')).toBe(true)
  })

  it('of a blocked payer on a bank line is not credited automatically but decided by an operator', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '210', 'FROM-BLOCKED-1')
    await importLines(manager, [{ amount: '210.00', reference: 'FROM-BLOCKED-1', text: 'Zebedeus Blocked' }])
    const id = await block('payer', 'ZEBEDEUS BLOCKED')
    const [line] = await linesOf(manager, 'q=FROM-BLOCKED-1')
    const credit = () =>
      manager.post(`/staff/statement-lines/${line.id}/credit`, { version: line.version, deposit_id: deposit })
    const refused = await credit()
    expect(refusal(refused)).toEqual([409, 'credit_held'])
    expect(refused.json.data.reasons).toMatchObject([{ code: 'payer_blocked', can_acknowledge: true }])
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
    await unblock(id)
    expect((await credit()).status).toBe(200)
    expect((await world.balance(player.id)).cashMinor).toBe(21_000n)
  })

  it('that was reported before its reference was blocked is credited only with explicit consent', async () => {
    const player = await world.player()
    const deposit = await reportTransfer(player, '90', 'LATE-BLOCK-1')
    await block('payer', 'LATE BLOCK 1')
    const { json } = await manager.get(`/staff/deposits/${deposit}`)
    expect(json.deposit.held).toMatchObject([{ code: 'payer_blocked' }])
    const approve = (acknowledged: string[]) =>
      manager.post(`/staff/deposits/${deposit}/approve`, { received_amount: '90.00', version: 1, acknowledged })
    expect(refusal(await approve([]))).toEqual([409, 'credit_held'])
    expect((await approve(['payer_blocked'])).status).toBe(200)
  })

  it('of a blocked payer in suspense is not assigned to a player', async () => {
    const player = await world.player()
    await importLines(manager, [{ amount: '33.00', text: 'Barred Payer' }])
    await block('payer', 'barred payer')
    const [line] = await linesOf(manager, 'q=Barred')
    const body = { version: line.version, player_id: player.id, note: 'the player called' }
    expect(refusal(await manager.post(`/staff/statement-lines/${line.id}/assign`, body))).toEqual([409, 'credit_held'])
    expect((await world.balance(player.id)).cashMinor).toBe(0n)
  })
})

it('a block with a last day applies everywhere until that day is over', async () => {
  const until = world.clock.now().toISOString().slice(0, 10)
  const mobile = world.newMobile()
  const player = await world.player({ balance: '100.00' })
  const deposit = await reportTransfer(player, '70', 'TILL TODAY 1')
  await block('mobile', mobile, until)
  await block('payout', '62007770009', until)
  await block('payer', 'TILL TODAY 1', until)
  await block('payer', 'TILL TODAY 2', until)
  const registerFully = async () => {
    const browser = world.visitor()
    await register(browser, mobile)
    const body = { otp: await world.inbox.code(mobile), mobile, type: 'register' }
    return (await browser.post('/authentication-otp-verify', body)).status
  }
  const held = async () => (await manager.get(`/staff/deposits/${deposit}`)).json.deposit.held
  expect(await registerFully()).toBe(403)
  expect(refusal(await addBankAccount(world, player, '62007770009'))).toEqual(contactUs)
  expect(await held()).toMatchObject([{ code: 'payer_blocked' }])
  await later(24)
  const other = await world.player({ balance: '100.00' })
  expect(await registerFully()).toBe(200)
  expect((await addBankAccount(world, other, '62007770009')).status).toBe(200)
  expect((await reportTransfer(other, '80', 'TILL TODAY 2')).startsWith('dep_')).toBe(true)
  expect(await held()).toEqual([])
  const { status } = await manager.post(`/staff/deposits/${deposit}/approve`, { received_amount: '70.00', version: 1 })
  expect(status).toBe(200)
})
