import '../accounts/tables.ts'
import '../staff/tables.ts'
import { maxLinks, linkWayNames, maxPlayersPerNetwork, type LinkWay } from '@dhow/contract/player-links'
import { fieldsOf } from '@dhow/contract/records'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { importLines, linesOf, reportTransfer } from '../../../test/statements.ts'
import { addRoles, giveRole } from '../../../test/roles.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { linkStatements } from './find-links.ts'

/** Linked players in the console: each way made by the calls that create it. */

type Player = Awaited<ReturnType<World['player']>>
interface Link {
  player: { id: string; mobile: string }
  states: string[]
  strength: string
  ways: { way: LinkWay; count: number; first_seen: string; last_seen: string }[]
  note: null | { verdict: string; reason: string; by: string; at: string }
}
const dayMs = 86_400_000
let world: World
let manager: Awaited<ReturnType<World['operator']>>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  manager = await world.operator('manager')
})
afterAll(() => world.close())

async function linksOf({ id }: { id: string }, operator = manager) {
  const { status, json } = await operator.get(`/staff/players/${id}/links`)
  if (status !== 200) throw new Error(JSON.stringify(json))
  return json as { links: Link[]; is_whole: boolean }
}
const waysOf = async (player: Player) =>
  (await linksOf(player)).links.map(({ player: other, strength, ways }) => [
    other.id,
    strength,
    ways.map(({ way, count }) => `${way} ${count}`),
  ])
const playerAt = (ip: string, more: { referral_code?: string } = {}) =>
  world.player({ browser: world.visitor('portal', { ip }), ...more })

async function addAccount(player: Player, number: string, holder: string) {
  await world.app.features.attempts.forget(world.db.kysely, 'code.', player.mobile)
  await world.app.features.attempts.forget(world.db.kysely, 'code.', player.id)
  const named = { kind: 'bank_na', number, branch: '480001' }
  await player.post('/authentication-otp-send', { type: 'payout_account', ...named })
  const otp = await world.inbox.code(player.mobile)
  const added = await player.post('/player/payout-accounts', { ...named, holder, bank: 'Dune Bank', otp })
  if (added.status !== 200) throw new Error(JSON.stringify(added.json))
  return added.json.account.id as string
}
async function payFrom(player: Player, reference: string, text: string) {
  const deposit = await reportTransfer(player, '210', reference)
  await importLines(manager, [{ amount: '210.00', reference, text }])
  const [line] = await linesOf(manager, `q=${reference}`)
  const body = { version: line.version, deposit_id: deposit }
  expect((await manager.post(`/staff/statement-lines/${line.id}/credit`, body)).status).toBe(200)
}
const verify = ({ id }: Player, end: string, day: string) =>
  manager.post(`/staff/players/${id}/identity/verify`, {
    ...{ document: 'passport', number_end: end, expires_on: day, reason: 'seen at the desk' },
  })

describe('two players are linked', () => {
  it('by a device, with the highest grade, but a third player is not', async () => {
    const one = await world.player()
    const first = world.clock.now().toISOString()
    world.clock.leap(60_000)
    const other = await world.player({ browser: one.browser })
    await world.player()
    expect(await waysOf(one)).toEqual([[other.id, 'strong', ['device 1']]])
    expect(await waysOf(other)).toEqual([[one.id, 'strong', ['device 1']]])
    const [link] = (await linksOf(other)).links
    expect(link!.ways[0]).toMatchObject({ first_seen: first, last_seen: first })
  })

  it('by a payout account, even a removed one, and by the name on their accounts', async () => {
    const [one, two, three] = [await world.player(), await world.player(), await world.player()]
    const removed = await addAccount(one, '62000000011', 'Nangula Haimbodi')
    await addAccount(two, '62000000011', 'Somebody Else')
    await addAccount(three, '62000000012', 'NANGULA HAIMBODI')
    expect((await one.delete(`/player/payout-accounts/${removed}`)).status).toBe(200)
    expect(await waysOf(one)).toEqual([
      [two.id, 'strong', ['payout_account 1']],
      [three.id, 'weak', ['name 1']],
    ])
  })

  it('by a payer, unless the text is shared by so many that it is the bank’s own', async () => {
    const [one, two] = [await world.player(), await world.player()]
    await payFrom(one, 'LINK-PAYER-1', 'Frans Payer')
    await payFrom(two, 'LINK-PAYER-2', 'Frans Payer')
    expect(await waysOf(one)).toEqual([[two.id, 'strong', ['payer 1']]])
    const many = []
    for (let n = 0; n < 6; n++) {
      many.push(await world.player())
      await payFrom(many[n]!, `LINK-BANK-${n}`, 'Cash deposit at the branch')
      if (n === 4) expect(await waysOf(many[0]!)).toHaveLength(4)
    }
    expect(await waysOf(many[0]!)).toEqual([])
  })

  it('by an identity document with equal kind, last characters and expiry', async () => {
    const [one, two, three] = [await world.player(), await world.player(), await world.player()]
    expect((await verify(one, 'A123', '2031-05-01')).status).toBe(200)
    expect((await verify(two, 'a123', '2031-05-01')).status).toBe(200)
    expect((await verify(three, 'A123', '2031-05-02')).status).toBe(200)
    expect(await waysOf(one)).toEqual([[two.id, 'strong', ['document 1']]])
  })

  it('by a referral, from either side', async () => {
    const one = await world.player()
    const { code } = (await one.get('/player/referral')).json
    const friend = await world.player({ referral_code: code })
    expect(await waysOf(one)).toEqual([[friend.id, 'weak', ['referral 1']]])
    expect(await waysOf(friend)).toEqual([[one.id, 'weak', ['referral 1']]])
  })

  it('by a network of the last seven days, unless many use it', async () => {
    const one = await playerAt('41.182.9.1')
    const other = await playerAt('41.182.9.1')
    expect(await waysOf(one)).toEqual([[other.id, 'weak', ['network 1']]])
    const crowd = []
    for (let n = 0; n < maxPlayersPerNetwork; n++) crowd.push(await playerAt('41.182.9.2'))
    expect(await waysOf(crowd[0]!)).toHaveLength(maxPlayersPerNetwork - 1)
    await playerAt('41.182.9.2')
    expect(await waysOf(crowd[0]!)).toEqual([])
    world.clock.leap(7 * dayMs + 60_000)
    manager = await world.operator('manager')
    expect(await waysOf(one)).toEqual([])
  })
})

describe('a linked player', () => {
  it('who is excluded or blocked is listed before stronger links, with every state', async () => {
    const one = await playerAt('41.182.9.3')
    const sure = await world.player({ browser: one.browser })
    const [excluded, blocked, frozen, calm] = [
      await playerAt('41.182.9.3'),
      await playerAt('41.182.9.3'),
      await playerAt('41.182.9.3'),
      await playerAt('41.182.9.3'),
    ]
    expect((await excluded.post('/player/self-exclusion', { months: 6, confirm: 'EXCLUDE' })).status).toBe(200)
    await manager.post('/staff/blocklists', { kind: 'mobile', value: blocked.id, reason: 'a known cheat' })
    await manager.post(`/staff/players/${frozen.id}/freeze`, { frozen: true, reason: 'the bank asks' })
    await manager.post(`/staff/players/${frozen.id}/active`, { active: false, reason: 'the bank asks' })
    const { links } = await linksOf(one)
    expect(links.map(({ player: { id }, states }) => [id, states])).toEqual([
      [blocked.id, ['number_blocked']],
      [excluded.id, ['self_excluded']],
      [sure.id, []],
      [calm.id, []],
      [frozen.id, ['suspended', 'wallet_frozen']],
    ])
  })

  it('is shown with a masked number without the permission for numbers, and not without the permission for links', async () => {
    const one = await world.player()
    const other = await world.player({ browser: one.browser })
    const operator = await world.operator('support')
    expect((await linksOf(one, operator)).links[0]!.player.mobile).toBe(other.mobile)
    await addRoles(world, [
      { id: 'rol_links_masked', held: ['players.see', 'players.see_links'] },
      { id: 'rol_links_none', held: ['players.see', 'players.see_identity', 'players.note_links'] },
    ])
    await giveRole(world, operator, 'rol_links_masked')
    const text = JSON.stringify(await linksOf(one, operator))
    expect(text).toContain('••••')
    expect(text).not.toContain(other.mobile.slice(4))
    await giveRole(world, operator, 'rol_links_none')
    expect((await operator.get(`/staff/players/${one.id}/links`)).status).toBe(403)
  })
})

describe('a note', () => {
  const note = (one: { id: string }, other: { id: string }, verdict: string, reason = 'They share a flat') =>
    manager.post(`/staff/players/${one.id}/links`, { other_id: other.id, verdict, reason })

  it('is shown on the pair with reason, author and time, and audited for both, until it is replaced', async () => {
    const one = await playerAt('41.182.9.4')
    const other = await playerAt('41.182.9.4')
    expect((await note(other, one, 'known')).status).toBe(200)
    const standing = { verdict: 'known', reason: 'They share a flat', by: manager.name, at: world.clock.now().toJSON() }
    for (const player of [one, other]) expect((await linksOf(player)).links[0]!.note).toEqual(standing)
    expect((await linksOf(one)).links[0]!.strength).toBe('weak')
    expect((await note(one, other, 'same_person', 'One face on both documents')).status).toBe(200)
    expect((await linksOf(other)).links[0]).toMatchObject({ strength: 'strong', note: { verdict: 'same_person' } })
    const trail = async ({ id }: Player) =>
      (await manager.get(`/staff/audit?subject=${id}&action=player.note-link`)).json.entries
    for (const [player, second] of [
      [one, other],
      [other, one],
    ] as const) {
      const entries = await trail(player)
      expect(entries).toHaveLength(2)
      expect(entries[0]).toMatchObject({ operator: manager.name, after: { other: second.id, verdict: 'same_person' } })
      expect(entries[0].text).toBe(
        `Noted that ${second.player_name} (${second.id}) is the same person: One face on both documents`,
      )
    }
    expect((await note(one, other, 'open', 'It was a mistake')).status).toBe(200)
    expect((await linksOf(one)).links[0]!.note).toBeNull()
    expect(await trail(one)).toHaveLength(3)
  })

  it('keeps a link that has no other evidence any more', async () => {
    const [one, other] = [await world.player(), await world.player()]
    expect((await linksOf(one)).links).toEqual([])
    expect((await note(one, other, 'same_person')).status).toBe(200)
    expect((await linksOf(other)).links).toMatchObject([{ player: { id: one.id }, ways: [], strength: 'strong' }])
  })

  it('is refused on the same or an unknown player, without a reason and without the permission', async () => {
    const [one, other] = [await world.player(), await world.player()]
    expect((await note(one, one, 'known')).status).toBe(404)
    expect((await note(one, { id: 'ply_none' }, 'known')).status).toBe(404)
    expect((await note({ id: 'ply_none' }, one, 'known')).status).toBe(404)
    expect((await note(one, other, 'known', 'x')).json.code).toBe('invalid_fields')
    const cashier = await world.operator('cashier')
    const body = { other_id: other.id, verdict: 'known', reason: 'They share a flat' }
    expect((await cashier.post(`/staff/players/${one.id}/links`, body)).json.code).toBe('staff_forbidden')
    expect((await linksOf(one)).links).toEqual([])
  })
})

/** Adds sessions of invented players on one player's device. */
async function joinDeviceOf({ id }: Player) {
  const { device_id } = await world.db.kysely
    .selectFrom('accounts.player_session')
    .select('device_id')
    .where('player_id', '=', id)
    .executeTakeFirstOrThrow()
  return (from: number, to: number, players: number) =>
    sql`insert into accounts.player_session (id, player_id, token_hash, cookie_hash, device_id, label, created_at, last_seen_at)
      select 'ses_crowd_' || n || ${device_id}, 'ply_crowd_' || (1 + n % ${players}::int), sha256(('crowd ' || n || ${device_id})::bytea), '', ${device_id}, '', ${world.clock.now()}, ${world.clock.now()}
      from generate_series(${from}::int, ${to}::int) n`.execute(world.db.kysely)
}

describe('the search', () => {
  it('stops at 200 links and reports it, on a device with thousands of sessions', async () => {
    const one = await world.player()
    await sql`
      insert into accounts.player (id, player_name, mobile, market, currency, password_hash, deposit_code, created_at)
      select 'ply_crowd_' || n, 'crowd_' || n, '+2648199' || (10000 + n), 'NA', 'NAD', '', 'CROWD' || n, ${world.clock.now()}
      from generate_series(1, 300) n`.execute(world.db.kysely)
    const join = await joinDeviceOf(one)
    await join(1, 200, 300)
    const all = await linksOf(one)
    expect([all.links.length, all.is_whole]).toEqual([maxLinks, true])
    await join(201, 300, 300)
    const more = await linksOf(one)
    expect([more.links.length, more.is_whole]).toEqual([maxLinks, false])
  })

  it('reports that there may be more if few players have more sessions on a device than are read', async () => {
    const one = await world.player()
    const join = await joinDeviceOf(one)
    await join(1_001, 3_000, 100)
    expect(await linksOf(one)).toMatchObject({ is_whole: true })
    await join(3_001, 3_100, 100)
    const { links, is_whole } = await linksOf(one)
    expect([links.length, is_whole]).toEqual([100, false])
  })

  it.each(linkWayNames)('uses an index from the player’s rows to the others’, by %s', async (way) => {
    const plan = await asOwner(world.db, async (tx) => {
      // Some rows, so that no index is equally small.
      await sql`insert into accounts.identity_decision (id, player_id, outcome, document, number_end, expires_on, tier_before, reason, operator_id, decided_at)
        select ${`idd_${way}_`} || n, player.id, 'verified', 'passport', 'A123', date '2031-01-01' + n, 'registered', '', ${manager.id}, ${world.clock.now()}
        from generate_series(1, 500) n join accounts.player player on player.id = 'ply_crowd_' || (1 + n % 300)`.execute(
        tx,
      )
      await sql`analyze accounts.identity_decision`.execute(tx)
      // With this off the planner scans a table only if no index fits.
      await sql`set local enable_seqscan = off`.execute(tx)
      const statement = linkStatements[way]({ id: 'ply_1', since: world.clock.now() })
      const { rows } = await sql<Record<string, unknown>>`explain (format json) ${statement}`.execute(tx)
      return rows[0]!['QUERY PLAN']
    })
    const reads = nodesOf(plan).filter((node) => String(node['Node Type']).endsWith('Scan'))
    const tables = reads.filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
    expect(tables.length).toBeGreaterThan(0)
    const whole = tables.filter((node) => {
      const type = String(node['Node Type'])
      return type === 'Seq Scan' || (/^(Index|Bitmap Index)/.test(type) && node['Index Cond'] === undefined)
    })
    expect(whole).toEqual([])
  })
})

/** All nodes of a plan. */
function nodesOf(plan: unknown): Record<string, unknown>[] {
  if (Array.isArray(plan)) return plan.flatMap(nodesOf)
  if (typeof plan !== 'object' || plan === null) return []
  const node = fieldsOf(plan)
  const below = ['Plan', 'Plans'].flatMap((name) => nodesOf(node[name]))
  return node['Node Type'] === undefined ? below : [node, ...below]
}
