import '../messages/tables.ts'
import '../staff/tables.ts'
import '../tournaments/tables.ts'
import { allPermissions, type Permission } from '@dhow/contract/permissions'
import { eventKinds, maxEvents, type EventKind } from '@dhow/contract/timeline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { openWorldWithSandbox, type Sandbox } from '../../../test/sandbox.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import type { World } from '../../../test/world.ts'
import { inEnglish } from '../../platform/texts.ts'

interface Event {
  id: string
  at: string
  kind: EventKind
  text: { code: string; params: Record<string, string> }
  about: string | null
}

let world: World
let sandbox: Sandbox
let close: () => Promise<void>
let admin: Awaited<ReturnType<World['operator']>>
let operator: typeof admin
let player: Awaited<ReturnType<typeof playerToBePaid>>
let stranger: typeof player
const ids: Record<string, string> = {}

/** Permission that each kind needs in addition to `players.see`. */
const needed: Record<EventKind, Permission> = {
  deposits: 'deposits.see',
  payments: 'cases.see',
  withdrawals: 'withdrawals.see',
  sign_ins: 'players.see',
  limits: 'players.see',
  rewards: 'rewards.see',
  tournaments: 'tournaments.see',
  cases: 'help.see',
  messages: 'messages.see',
  acts: 'audit.see',
  account: 'players.see',
}
const reason = 'for the test'

beforeAll(async () => {
  ;({ world, sandbox, close } = await openWorldWithSandbox())
  admin = await world.operator('admin')
  operator = await world.operator('support')
  player = await playerToBePaid(world)
  stranger = await playerToBePaid(world)
  for (const one of [player, stranger]) await live(one)
  await addTimelineRoles()
})
afterAll(() => close())

/** Creates an event of every kind, a second apart. */
async function live(one: typeof player) {
  const next = () => world.clock.advance(1_000)
  await next()
  const fields = { manual_deposit_id: '2', amount: '500', utr: `LINE${one.id.slice(-6)}` }
  const sent = await one.form('/player/deposit-namibia/manual-deposit/send-deposit-request', fields)
  ids['deposit'] ??= sent.json.data.deposit.id
  await next()
  const { pin } = await sandbox.voucher('good', '220.50')
  const redeemed = await one.post('/player/deposit-namibia/kazang-deposit/redeem_voucher', { pin })
  ids['payment'] ??= redeemed.json.data.deposit.id
  await next()
  const otp = await withdrawalCode(world, one)
  const asked = await one.post('/player/withdrawals', {
    ...{ amount: '400', payout_account_id: one.payoutAccountId, otp },
  })
  ids['withdrawal'] ??= asked.json.withdrawal.id
  await next()
  const question = await one.post(`/player/payments/${sent.json.data.deposit.id}/help`, { text: 'Where is it?' })
  ids['case'] ??= question.json.help.id
  await next()
  const envelope = { title: 'A gift', market: 'NA', kind: 'fixed', amount: '5.00', claims: 1, expires_in_hours: 1 }
  const { code } = (await admin.post('/staff/gift-envelopes', envelope)).json
  expect((await one.post('/gift-envelope/claim', { code })).status).toBe(200)
  await next()
  await rankIn(one.id)
  await next()
  await admin.post(`/staff/players/${one.id}/freeze`, { frozen: true, reason })
  await next()
  expect((await one.post('/player/time-out', { days: 1 })).status).toBe(200)
}

/** Inserts a player's rank in an ended tournament: playing it takes rounds and time. */
async function rankIn(playerId: string) {
  const at = world.clock.now()
  const tournament_id = `trn_${playerId.slice(-6)}`
  const begun = new Date(at.getTime() - 60_000)
  await world.db.kysely
    .insertInto('tournaments.tournament')
    .values({
      ...{
        id: tournament_id,
        market: 'NA',
        name: 'Calm seas',
        names: '{}',
        games: null,
        starts_at: begun,
        ends_at: at,
      },
      ...{ points_by: 'multiplier', best_rounds: 1, unit_minor: null, day_cap: null, least_stake_minor: 100n },
      ...{ prizes_minor: ['100'], budget_minor: 100n, payout: 'claim', state: 'cancelled', envelope_id: null },
      ...{ reason: null, claim_until: null, counted_to: null, created_by: admin.id, created_at: begun },
    })
    .execute()
  const place = { rank: 1, points: 300n, rounds: 1, reached_at: at, prize_minor: null, prize_state: null }
  await world.db.kysely
    .insertInto('tournaments.result')
    .values({ tournament_id, player_id: playerId, decided_at: null, ...place })
    .execute()
}

async function addTimelineRoles() {
  const roles = eventKinds.flatMap((kind) => [
    { id: `rol_without_${kind}`, held: allPermissions.filter((one) => one !== needed[kind] || one === 'players.see') },
    { id: `rol_only_${kind}`, held: [...new Set(['players.see' as const, needed[kind]])] },
  ])
  await addRoles(world, roles)
}
const become = (role: string) => giveRole(world, operator, role)

async function page(id: string, query: Record<string, string> = {}) {
  const { status, json } = await operator.get(`/staff/players/${id}/timeline?${new URLSearchParams(query).toString()}`)
  if (status !== 200) throw new Error(JSON.stringify(json))
  return json as { kinds: EventKind[]; events: Event[]; next_cursor: string | null }
}
async function everything(id: string, query: Record<string, string> = {}): Promise<Event[][]> {
  const pages: Event[][] = []
  let cursor: string | null = null
  do {
    const one: Awaited<ReturnType<typeof page>> = await page(id, { ...query, ...(cursor === null ? {} : { cursor }) })
    pages.push(one.events)
    cursor = one.next_cursor
  } while (cursor !== null)
  return pages
}

describe('the timeline of a player', () => {
  it('has events of every kind, newest first, each with a sentence and its record', async () => {
    await become('admin')
    const events = (await everything(player.id)).flat()
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(eventKinds))
    expect(events.map(({ at }) => at)).toEqual(
      events
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    const sentences = events.map(({ text }) => [text.code, inEnglish(text)])
    expect(sentences.filter(([code, sentence]) => code === sentence)).toEqual([])
    const about = (kind: EventKind) => new Set(events.filter((one) => one.kind === kind).map((one) => one.about))
    expect(about('deposits')).toContain(ids['deposit'])
    expect(about('payments')).toContain(ids['payment'])
    expect(about('withdrawals')).toEqual(new Set([ids['withdrawal']]))
    expect(about('cases')).toEqual(new Set([ids['case']]))
    const codes = events.map(({ text }) => text.code)
    for (const code of ['event_registered', 'event_new_device', 'event_gift', 'event_block_time_out', 'event_message'])
      expect(codes).toContain(code)
    expect(events.find(({ text }) => text.code === 'event_gift')!.text.params).toMatchObject({ amount: '5.00' })
    expect(events.find(({ kind }) => kind === 'acts')!.text.params['operator']).toBe(admin.name)
  })

  it('has no row of another player', async () => {
    await become('admin')
    const [mine, theirs] = [(await everything(player.id)).flat(), (await everything(stranger.id)).flat()]
    const held = new Set(mine.map(({ id }) => id).filter((id) => !id.startsWith('limit:') && !id.startsWith('block:')))
    expect(theirs.filter(({ id }) => held.has(id))).toEqual([])
    expect(theirs.filter(({ about }) => about !== null && Object.values(ids).includes(about))).toEqual([])
    expect(new Set(theirs.map(({ kind }) => kind))).toEqual(new Set(eventKinds))
  })

  it.each(eventKinds)('filters %s, which need their own permission', async (kind) => {
    await become('admin')
    const all = (await everything(player.id, { kind })).flat()
    expect(new Set(all.map((event) => event.kind))).toEqual(new Set([kind]))
    await become(`rol_only_${kind}`)
    const only = await page(player.id)
    expect(only.kinds).toEqual(eventKinds.filter((one) => needed[one] === 'players.see' || one === kind))
    expect((await everything(player.id, { kind })).flat()).toEqual(all)
    await become(`rol_without_${kind}`)
    const kinds = new Set((await everything(player.id)).flat().map((event) => event.kind))
    expect(kinds.has(kind)).toBe(needed[kind] === 'players.see')
    expect((await page(player.id, { kind })).events.length > 0).toBe(needed[kind] === 'players.see')
  })

  it('pages without gaps or duplicates, also through events of one instant', async () => {
    await become('admin')
    const other = await world.player()
    const at = world.clock.now()
    const count = maxEvents * 2 + 7
    const message = (number: number) => ({
      ...{ id: `msg_same_${String(number).padStart(4, '0')}`, key: `same:${number}`, player_id: other.id },
      ...{
        kind: 'password_changed' as const,
        params: '{}',
        about_kind: null,
        about_id: null,
        created_at: at,
        read_at: null,
      },
    })
    const rows = Array.from({ length: count }, (_, number) => message(number))
    await world.db.kysely.insertInto('messages.player_message').values(rows).execute()
    for (const frozen of [true, false]) await admin.post(`/staff/players/${other.id}/freeze`, { frozen, reason })
    const pages = await everything(other.id)
    expect(pages.slice(0, -1).map((one) => one.length)).toEqual([maxEvents, maxEvents])
    const found = pages.flat().map(({ id }) => id)
    expect(new Set(found).size).toBe(found.length)
    expect(found.filter((id) => id.startsWith('msg_same_'))).toEqual(rows.map(({ id }) => id).reverse())
    expect(found.filter((id) => id.startsWith('aud_'))).toHaveLength(2)
  })

  it('of an unknown player is not found, and an invalid cursor is refused', async () => {
    expect((await operator.get('/staff/players/ply_none/timeline')).status).toBe(404)
    expect((await operator.get(`/staff/players/${player.id}/timeline?cursor=yesterday`)).status).toBe(422)
  })
})

describe('tags', () => {
  const tag = (by: typeof admin, id: string, name: string) => by.post(`/staff/players/${id}/tags`, { tag: name })
  const untag = (by: typeof admin, id: string, name: string) =>
    by.post(`/staff/players/${id}/tags/remove`, { tag: name })
  const findTags = async (id: string) => (await admin.get(`/staff/players/${id}/tags`)).json.tags
  const refusal = ({ status, json }: Awaited<ReturnType<typeof admin.get>>) => [status, json.code]

  it('of a player have author, time and one spelling, and are in the timeline and the list’s filter', async () => {
    const [one, other] = [await world.player(), await world.player()]
    expect((await tag(admin, one.id, '  Call   Back ')).status).toBe(200)
    expect((await tag(admin, one.id, 'call back')).status).toBe(200)
    expect((await tag(admin, one.id, 'उच्च मूल्य')).status).toBe(200)
    expect((await tag(admin, other.id, 'CALL BACK')).status).toBe(200)
    expect(await findTags(one.id)).toMatchObject([
      { tag: 'call back', by: admin.name, at: world.clock.now().toISOString() },
      { tag: 'उच्च मूल्य' },
    ])
    expect((await admin.get('/staff/player-tags')).json.tags[0]).toEqual({ tag: 'call back', players: 2 })
    const listed = (await admin.get('/staff/players?tag=Call%20back')).json.players
    expect(listed.map((row: { id: string; tags: string[] }) => [row.id, row.tags])).toEqual([
      [other.id, ['call back']],
      [one.id, ['call back', 'उच्च मूल्य']],
    ])
    const both = await admin.get(`/staff/players?tag=call%20back&q=${one.player_name}`)
    expect(both.json.players).toMatchObject([{ id: one.id }])
    expect((await untag(admin, other.id, 'Call Back')).status).toBe(200)
    expect(await findTags(other.id)).toEqual([])
    const acts = (await admin.get(`/staff/players/${other.id}/timeline?kind=acts`)).json.events as Event[]
    expect(acts.map(({ text }) => [text.params['operator'], text.params['text']])).toEqual([
      [admin.name, 'Removed the tag “call back”'],
      [admin.name, 'Added the tag “call back”'],
    ])
  })

  it('are refused without the permission, beyond twenty, for an unknown player, and if too long', async () => {
    const { id } = await world.player()
    await giveRole(world, operator, 'cashier')
    expect(refusal(await tag(operator, id, 'vip'))).toEqual([403, 'staff_forbidden'])
    expect((await operator.get(`/staff/players/${id}/tags`)).status).toBe(200)
    for (const wrong of ['', ' ', '<b>', 'a'.repeat(25), 'two\nlines'])
      expect([wrong, ...refusal(await tag(admin, id, wrong))]).toEqual([wrong, 422, 'invalid_fields'])
    expect(refusal(await tag(admin, 'ply_none', 'vip'))).toEqual([404, 'not_found'])
    expect(refusal(await admin.get('/staff/players/ply_none/tags'))).toEqual([404, 'not_found'])
    expect(refusal(await untag(admin, id, 'vip'))).toEqual([404, 'not_found'])
    for (let number = 1; number <= 20; number++) expect((await tag(admin, id, `tag ${number}`)).status).toBe(200)
    expect(refusal(await tag(admin, id, 'one more'))).toEqual([409, 'tags_full'])
    expect(await findTags(id)).toHaveLength(20)
  })
})
