import { afterAll, beforeAll, expect, it } from 'vitest'
import { allPermissions } from '@dhow/contract/permissions'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { openWorld, type Answer, type World } from '../../../test/world.ts'

let world: World
let boss: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  boss = await world.operator('admin')
  const { settings } = (await boss.get('/staff/settings')).json
  const change = { withdrawals: { ...settings.withdrawals, tier: 'person_verified' } }
  expect((await boss.call('PUT', '/staff/settings', { change, reason: 'For the test' })).json.status).toBe('success')
  const held = allPermissions.filter((permission) => permission !== 'players.verify_identity')
  await addRoles(world, [
    { id: 'rol_decides_nothing', held },
    { id: 'rol_masked', held: allPermissions.filter((permission) => permission !== 'players.see_identity') },
  ])
})
afterAll(() => world.close())

type Paid = Awaited<ReturnType<typeof playerToBePaid>>
const refusal = ({ status, json }: Answer) => [status, json.code]
const passport = { document: 'passport', number_end: 'k812', reason: 'Seen in a question with a picture' }
const pathOf = ({ id }: { id: string }) => `/staff/players/${id}/identity`
const verify = (player: { id: string }, more: object = {}, by = boss) =>
  by.post(`${pathOf(player)}/verify`, { ...passport, ...more })
const end = (player: { id: string }, outcome: string, why = 'unreadable', by = boss) =>
  by.post(`${pathOf(player)}/end`, { outcome, why, reason: 'For the test' })
const stopsOf = async (player: Paid) =>
  (await player.get('/player/withdraw-options')).json.stops.map((stop: { code: string }) => stop.code)
const asks = async (player: Paid) =>
  player.post('/player/withdrawals', {
    ...{ amount: '400', payout_account_id: player.payoutAccountId },
    otp: await withdrawalCode(world, player),
  })
const messages = async (player: Paid) => (await player.get('/player/messages')).json.messages
const signIn = async ({ browser, mobile, password }: Paid) =>
  browser.use((await browser.post('/login', { mobile, password })).json.token)
const expireDue = () => world.app.features.overview.identity.expireDue()

it('a withdrawal is refused until the identity is verified, and again once that is revoked', async () => {
  const player = await playerToBePaid(world)
  expect(await stopsOf(player)).toEqual(['tier_too_low'])
  const refused = await player.post('/player/withdrawals', {
    ...{ amount: '400', payout_account_id: player.payoutAccountId, otp: '000000' },
  })
  expect([...refusal(refused), refused.json.message]).toEqual([
    ...[403, 'tier_too_low', 'Verify your identity before you withdraw: send a photo of your document under Help.'],
  ])
  expect(await verify(player)).toMatchObject({ status: 200, json: { is_verified: true } })
  expect((await player.get('/player/profile')).json.player.tier).toBe('person_verified')
  const asked = await asks(player)
  expect(asked.status).toBe(200)

  expect(await end(player, 'revoked', 'name_mismatch')).toMatchObject({ status: 200, json: { is_verified: false } })
  expect((await player.get('/player/profile')).json.player.tier).toBe('mobile_verified')
  expect(await stopsOf(player)).toContain('tier_too_low')
  const withdrawal = `/staff/withdrawals/${asked.json.withdrawal.id}`
  const { version } = (await boss.get(withdrawal)).json.withdrawal
  expect(refusal(await boss.post(`${withdrawal}/approve`, { version }))).toEqual([403, 'tier_too_low'])
  expect((await messages(player)).slice(0, 2)).toMatchObject([
    { kind: 'identity_revoked', params: { reason: 'name_mismatch' } },
    { kind: 'identity_verified' },
  ])
})

it('each decision is kept with document, reason and operator, in the audit trail and on the timeline', async () => {
  const player = await playerToBePaid(world)
  expect(refusal(await end(player, 'revoked'))).toEqual([409, 'identity_unverified'])
  expect((await end(player, 'refused')).status).toBe(200)
  expect((await verify(player, { expires_on: '2031-05-01' })).status).toBe(200)
  expect(refusal(await verify(player))).toEqual([409, 'identity_verified'])
  expect(refusal(await end(player, 'refused'))).toEqual([409, 'identity_verified'])
  const { decisions } = (await boss.get(pathOf(player))).json
  const { reason } = passport
  expect(decisions).toMatchObject([
    { outcome: 'verified', document: 'passport', number_end: 'K812', expires_on: '2031-05-01', reason, why: null },
    { outcome: 'refused', document: null, number_end: null, why: 'unreadable', reason: 'For the test' },
  ])
  expect(decisions.map((one: { operator: string }) => one.operator)).toEqual([boss.name, boss.name])
  const { events } = (await boss.get(`/staff/players/${player.id}/timeline?kind=account`)).json
  const texts = events.map(({ text }: { text: { code: string } }) => text)
  expect(texts.filter(({ code }: { code: string }) => code.startsWith('event_identity'))).toEqual([
    { code: 'event_identity_verified', params: { document: 'passport' } },
    { code: 'event_identity_refused', params: { reason: 'unreadable' } },
  ])
  const { entries } = (await boss.get(`/staff/audit?subject=${player.id}&action=player.identity`)).json
  expect(entries[0]).toMatchObject({ operator: boss.name, text: `Verified the identity: ${reason}` })
  const file = (await player.get('/player/data')).json
  const text = Buffer.isBuffer(file) ? file.toString() : JSON.stringify(file)
  expect(JSON.parse(text).identity).toMatchObject([{ outcome: 'verified', number_end: 'K812' }, { outcome: 'refused' }])
  expect(text).not.toContain(reason)
})

it.each([
  ['an end of the number that is too short', { number_end: '12' }, 'number_end'],
  ['no document', { document: undefined }, 'document'],
  ['a document that has expired', { expires_on: '2020-01-01' }, 'expires_on'],
  ['no reason', { reason: '' }, 'reason'],
])('%s is refused beside its field', async (_name, more, field) => {
  const { status, json } = await verify(await world.player(), more)
  expect([status, Object.keys(json.errors)]).toEqual([422, [field]])
})

it('an expired document ends the verification a day later, once, with a message to the player', async () => {
  const player = await playerToBePaid(world)
  const other = await playerToBePaid(world)
  const today = world.clock.now().toISOString().slice(0, 10)
  await verify(other)
  await verify(player, { expires_on: today })
  expect(await expireDue()).toBe(0)
  world.clock.leap(86_400_000)
  const ended = await Promise.all([expireDue(), expireDue()])
  expect(ended.toSorted()).toEqual([0, 1])
  for (const one of [player, other]) await signIn(one)
  expect(await stopsOf(player)).toEqual(['tier_too_low'])
  expect(await stopsOf(other)).toEqual([])
  expect((await messages(player))[0]).toMatchObject({ kind: 'identity_revoked', params: { reason: 'expired' } })
  boss = await world.operator('admin')
  expect((await boss.get(pathOf(player))).json.decisions[0]).toMatchObject({ outcome: 'expired', operator: null })
  expect((await verify(player, { expires_on: '2031-05-01' })).status).toBe(200)
  expect(await expireDue()).toBe(0)
})

it('the last day of a document is over at midnight of the player’s market', async () => {
  const [here, there] = [await world.player(), await world.player({ market: 'IN' })]
  const now = world.clock.now()
  const nineUtc = new Date(now)
  nineUtc.setUTCHours(21, 0, 0, 0)
  // 21:00 is 23:00 in Windhoek and 2:30 of the next day in Kolkata.
  world.clock.leap(nineUtc.getTime() - now.getTime() + (nineUtc < now ? 86_400_000 : 0))
  boss = await world.operator('admin')
  const today = world.clock.now().toISOString().slice(0, 10)
  const { status, json } = await verify(there, { expires_on: today })
  expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['expires_on']])
  expect((await verify(here, { expires_on: today })).status).toBe(200)
  expect(await expireDue()).toBe(0)
  world.clock.leap(3_600_000)
  expect(await expireDue()).toBe(1)
  boss = await world.operator('admin')
  expect((await boss.get(pathOf(here))).json.is_verified).toBe(false)
})

it('two concurrent decisions make one', async () => {
  const player = await world.player()
  const answers = await Promise.all([verify(player), verify(player)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await boss.get(pathOf(player))).json.decisions).toHaveLength(1)
})

it('needs its own permission; without the one for numbers, the document number is masked', async () => {
  const player = await world.player()
  await verify(player)
  const operator = await world.operator('support')
  await giveRole(world, operator, 'rol_decides_nothing')
  expect(refusal(await end(player, 'revoked', 'other', operator))).toEqual([403, 'staff_forbidden'])
  expect((await operator.get(pathOf(player))).json.decisions[0].number_end).toBe('K812')
  await giveRole(world, operator, 'rol_masked')
  expect((await operator.get(pathOf(player))).json.decisions[0].number_end).toBe('••••')
})

it('a read-only account sees masked decisions and makes none, even with a role of every permission', async () => {
  const player = await world.player()
  await verify(player)
  const seat = await world.operator('admin')
  const seat_ends_at = new Date(world.clock.now().getTime() + 30 * 86_400_000)
  await world.db.kysely.updateTable('staff.operator').set({ seat_ends_at }).where('id', '=', seat.id).execute()
  expect(refusal(await end(player, 'revoked', 'other', seat))).toEqual([403, 'staff_read_only'])
  expect((await seat.get(pathOf(player))).json).toMatchObject({
    is_verified: true,
    decisions: [{ number_end: '••••' }],
  })
})
