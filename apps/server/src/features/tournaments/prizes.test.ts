import './tables.ts'
import '../messages/tables.ts'
import '../rewards/tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openTournamentDesk, refusal } from '../../../test/tournaments.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
let manager: typeof admin
let desk: ReturnType<typeof openTournamentDesk>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  admin = await world.operator('admin')
  manager = await world.operator('manager')
  desk = openTournamentDesk(world, manager)
})
afterAll(() => world.close())

type Entrant = Awaited<ReturnType<typeof desk.entrant>>
const cash = async ({ player }: Entrant) => (await world.balance(player.id)).cashMinor
const inbox = async ({ player }: Entrant) =>
  (await player.get('/player/messages')).json.messages
    .filter(({ kind }: { kind: string }) => kind.startsWith('tournament_'))
    .map(({ kind, params }: { kind: string; params: object }) => ({ kind, ...params }))

/** A live tournament in which each listed player has one round with this win for a stake of 1.00. */
async function played(wins: number[], change: Parameters<typeof desk.live>[0] = {}) {
  const id = await desk.live({ starts: 0.01, ends: 5, ...change })
  const entrants: Entrant[] = []
  for (const _ of wins) entrants.push(await desk.entrant(id))
  desk.pass(1)
  for (const [index, { seat }] of entrants.entries()) await seat.play(100, wins[index])
  return { id, entrants, before: await Promise.all(entrants.map(cash)) }
}
const credited = async ({ entrants, before }: Awaited<ReturnType<typeof played>>) =>
  (await Promise.all(entrants.map(cash))).map((minor, index) => minor - before[index]!)
/** Advances past the end and the time for counting the last rounds. */
const finish = async () => {
  desk.pass(6)
  await desk.count()
}

/** Flags the first player as soon as the ranking is final, before any prize is given. */
const flagOnceFirst = () =>
  asOwner(world.db, async (tx) => {
    await sql`create function tournaments.planted() returns trigger language plpgsql as $$
      begin
        insert into rewards.reward_check (id, kind, player_id, subject, currency, amount_minor, points, reasons, created_at)
        values ('rck_late', 'welcome', new.player_id, 'late', 'NAD', 100, 5, '[]', now());
        return new;
      end $$`.execute(tx)
    await sql`create trigger planted after insert on tournaments.result for each row when (new.rank = 1)
      execute function tournaments.planted()`.execute(tx)
  })

describe('the end', () => {
  it('makes the ranking final and pays each prize once, with a message, by several servers', async () => {
    const contest = await played([300, 900, 500, 200])
    const { id, entrants } = contest
    desk.pass(4)
    expect((await desk.read(id)).phase).toBe('counting')
    await desk.count()
    expect((await desk.read(id)).state).toBe('live')
    expect(refusal(await entrants[0]!.player.post(`/tournaments/${id}/leave`))).toEqual([409, 'tournament_closed'])
    desk.pass(1)
    await Promise.all([desk.count(), desk.count(), desk.count()])
    await desk.count()
    expect(await credited(contest)).toEqual([1_000n, 3_000n, 2_000n, 0n])
    expect(await desk.read(id)).toMatchObject({ state: 'ended', paid: '60.00' })
    expect((await desk.ranking(id)).map((one: { prize_state: string | null }) => one.prize_state)).toEqual([
      'paid',
      'paid',
      'paid',
      null,
    ])
    const prize = { name: (await desk.read(id)).name, currency: 'NAD' }
    expect(await Promise.all(entrants.map(inbox))).toEqual([
      [{ kind: 'tournament_prize', ...prize, rank: '3', amount: '10.00' }],
      [{ kind: 'tournament_prize', ...prize, rank: '1', amount: '30.00' }],
      [{ kind: 'tournament_prize', ...prize, rank: '2', amount: '20.00' }],
      [],
    ])
    const { rows } = await sql<{ keys: string[]; stopped: boolean }>`
      select array_agg(posting.key order by posting.key) as keys, bool_and(envelope.stopped_at is not null) as stopped
      from tournaments.tournament own join rewards.gift_envelope envelope on envelope.id = own.envelope_id
      join ledger.posting posting on posting.key like 'gift:' || own.envelope_id || ':%' where own.id = ${id}`.execute(
      world.db.kysely,
    )
    expect(rows[0]?.keys.map((key) => key.split(':')[2])).toEqual(['1', '2', '3'])
    expect(rows[0]?.stopped).toBe(true)
    // A round settled afterwards changes nothing.
    await entrants[3]!.seat.play(100, 50_000)
    await desk.count()
    expect((await desk.ranking(id))[0].points).toBe(900)
  })

  it('excludes rounds that ended too late', async () => {
    const { id, entrants } = await played([200, 300])
    await entrants[0]!.seat.bet(100, `late-${id}`, `late-${id}`)
    desk.pass(4)
    await entrants[0]!.seat.win(`late-${id}`, 9_000, `late-${id}`)
    await entrants[1]!.seat.play(100, 9_000)
    await finish()
    expect((await desk.ranking(id)).map((one: { points: number }) => one.points)).toEqual([300, 200])
  })

  it('gives no prize to a player excluded before or after it; before it, the next rank moves up', async () => {
    const contest = await played([900, 800, 700, 600])
    const { id, entrants } = contest
    expect((await entrants[0]!.player.post('/player/time-out', { days: 1 })).status).toBe(200)
    await flagOnceFirst()
    await finish()
    await asOwner(world.db, (tx) => sql`drop function tournaments.planted() cascade`.execute(tx))
    expect(await credited(contest)).toEqual([0n, 0n, 2_000n, 1_000n])
    const ranking: { player: { id: string }; prize_state: string }[] = await desk.ranking(id)
    expect(ranking.map(({ player, prize_state }) => [player.id, prize_state])).toEqual(
      ['withheld', 'paid', 'paid'].map((state, index) => [entrants[index + 1]!.player.id, state]),
    )
    expect([await inbox(entrants[0]!), await inbox(entrants[1]!)]).toEqual([[], []])
    expect(await desk.leaders(world.visitor(), id)).toEqual([
      [2, 700],
      [3, 600],
    ])
  })

  it('can be set manually for a running tournament, which can then no longer be cancelled', async () => {
    const contest = await played([200], { ends: 30 })
    const { id } = contest
    const coming = await desk.live()
    expect(refusal(await manager.post(`/staff/tournaments/${coming}/end`, { reason: 'Now' }))).toEqual([
      409,
      'tournament_state_changed',
    ])
    desk.pass(1)
    expect((await manager.post(`/staff/tournaments/${id}/end`, { reason: 'Storm' })).json.tournament).toMatchObject({
      phase: 'counting',
      reason: 'Storm',
    })
    expect(refusal(await manager.post(`/staff/tournaments/${id}/cancel`, { reason: 'No' }))).toEqual([
      409,
      'tournament_state_changed',
    ])
    desk.pass(2)
    await desk.count()
    expect(await credited(contest)).toEqual([3_000n])
    // An unused operator session expires.
    const audited = (await (await world.signIn(admin)).get('/staff/audit')).json.entries.find(
      (one: { action: string }) => one.action === 'tournament.end',
    )
    expect(audited).toMatchObject({ subject: id, after: { reason: 'Storm' } })
  })

  it('waits for an operator if the tournament is paused, however late it is', async () => {
    const contest = await played([300, 200])
    const { id } = contest
    // An unused operator session expires.
    const fresh = await world.signIn(admin)
    expect((await fresh.post(`/staff/tournaments/${id}/pause`, { paused: true })).status).toBe(200)
    await finish()
    desk.pass(5)
    await desk.count()
    const { rows } = await sql<{ state: string }>`select state from tournaments.tournament where id = ${id}`.execute(
      world.db.kysely,
    )
    expect([rows, await credited(contest)]).toEqual([[{ state: 'paused' }], [0n, 0n]])
    expect((await fresh.post(`/staff/tournaments/${id}/end`, { reason: 'Enough' })).status).toBe(200)
    await desk.count()
    expect(await credited(contest)).toEqual([3_000n, 2_000n])
  })

  it('of a cancelled tournament gives nothing', async () => {
    const contest = await played([200])
    const { id, entrants } = contest
    await manager.post(`/staff/tournaments/${id}/cancel`, { reason: 'A mistake' })
    await finish()
    expect(await credited(contest)).toEqual([0n])
    const { tournament, leaders } = (await entrants[0]!.player.get(`/tournaments/${id}`)).json
    expect([tournament.phase, leaders]).toEqual(['cancelled', []])
    expect(JSON.stringify(tournament)).not.toContain('A mistake')
    const { rows } = await sql<{ open: bigint }>`
      select count(*) as open from rewards.gift_envelope envelope join tournaments.tournament own on own.envelope_id = envelope.id
      where own.id = ${id} and envelope.stopped_at is null`.execute(world.db.kysely)
    expect(rows).toEqual([{ open: 0n }])
    expect(refusal(await entrants[0]!.player.post(`/tournaments/${id}/join`, { shows_name: false }))).toEqual([
      200,
      undefined,
    ])
    expect(refusal(await (await world.player()).post(`/tournaments/${id}/join`, { shows_name: false }))).toEqual([
      409,
      'tournament_closed',
    ])
  })
})

describe('a prize', () => {
  it('above a wallet’s limit is claimed later', async () => {
    const contest = await played([300, 200])
    const { id, entrants } = contest
    const setLimit = (minor: bigint) =>
      asOwner(world.db, (tx) =>
        sql`update ledger.wallet set limit_minor = ${minor} where player_id = ${entrants[0]!.player.id}`.execute(tx),
      )
    await setLimit((await cash(entrants[0]!)) + 1n)
    await finish()
    expect(await credited(contest)).toEqual([0n, 2_000n])
    expect(await inbox(entrants[0]!)).toMatchObject([{ kind: 'tournament_prize_open', amount: '30.00' }])
    expect(refusal(await entrants[0]!.player.post(`/tournaments/${id}/claim`))[1]).toBe('balance_limit')
    await setLimit(1_000_000_000n)
    expect((await entrants[0]!.player.post(`/tournaments/${id}/claim`)).status).toBe(200)
    expect(await credited(contest)).toEqual([3_000n, 2_000n])
  })

  it('is a gift in the timeline with the rank, a cost in the reports, and part of the player’s data export', async () => {
    const spent = async () => {
      await rollUpReports(world)
      const { rows } = await sql<{ cost: string }>`
        select coalesce(sum(bonus_cost_minor), 0)::text as cost from reports.days where market = 'NA'`.execute(
        world.db.kysely,
      )
      return BigInt(rows[0]!.cost)
    }
    const before = await spent()
    const { id, entrants } = await played([300], { name: 'Evening calm', prizes: ['12.00'], budget: '12.00' })
    await finish()
    expect((await spent()) - before).toBe(1_200n)
    const { player } = entrants[0]!
    const fresh = await world.signIn(admin)
    const { events } = (await fresh.get(`/staff/players/${player.id}/timeline`)).json
    const texts = events.map(({ text }: { text: { code: string } }) => text)
    expect(texts).toContainEqual({ code: 'event_tournament_rank', params: { title: 'Evening calm', rank: '1' } })
    expect(texts).toContainEqual(
      expect.objectContaining({
        code: 'event_gift',
        params: expect.objectContaining({ title: 'Evening calm', amount: '12.00' }),
      }),
    )
    const [own] = await world.app.features.tournaments.ofPlayer(player.id)
    expect(own).toMatchObject({
      id,
      name: 'Evening calm',
      rank: 1,
      points: 300,
      prize: { amount: '12.00', state: 'paid' },
    })
  })

  it('to be claimed is credited once, only to its winner, within thirty days', async () => {
    const contest = await played([300, 200, 100, 50], { payout: 'claim', prizes: ['30.00', '20.00', '10.00'] })
    const { id, entrants } = contest
    await finish()
    expect(await credited(contest)).toEqual([0n, 0n, 0n, 0n])
    expect(await inbox(entrants[0]!)).toMatchObject([{ kind: 'tournament_prize_open', rank: '1', amount: '30.00' }])
    const claim = ({ player }: Entrant) => player.post(`/tournaments/${id}/claim`)
    expect(refusal(await claim(entrants[3]!))).toEqual([409, 'tournament_no_prize'])
    const list = (await entrants[3]!.player.get('/tournaments')).json.tournaments
    expect(list.map((one: { id: string }) => one.id)).toContain(id)
    const both = await Promise.all([claim(entrants[0]!), claim(entrants[0]!)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await claim(entrants[0]!)).json.tournament.own.prize).toEqual({ amount: '30.00', state: 'paid' })
    await entrants[1]!.player.post('/player/time-out', { days: 1 })
    expect(refusal(await claim(entrants[1]!))).toEqual([403, 'tournament_barred'])
    expect(await credited(contest)).toEqual([3_000n, 0n, 0n, 0n])
    desk.pass(30 * 1_440)
    // Whether or not the job has noticed that the time is over.
    const { player } = entrants[2]!
    const { mobile, password, market } = player
    player.use((await player.post('/login', { mobile, password, market })).json.token)
    expect(refusal(await claim(entrants[2]!))).toEqual([409, 'tournament_no_prize'])
    const shown = (await player.get('/tournaments')).json.tournaments.map((one: { id: string }) => one.id)
    expect(shown).not.toContain(id)
    await desk.count()
    expect(refusal(await claim(entrants[2]!))).toEqual([409, 'tournament_no_prize'])
    expect((await credited(contest))[2]).toBe(0n)
    const states = await world.db.kysely
      .selectFrom('tournaments.result')
      .select('prize_state')
      .where('tournament_id', '=', id)
      .orderBy('rank')
      .execute()
    expect(states.map(({ prize_state }) => prize_state)).toEqual(['paid', 'lapsed', 'lapsed', null])
  })
})
