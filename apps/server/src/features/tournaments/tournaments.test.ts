import './tables.ts'
import '../rewards/tables.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngine } from '../../../test/engines.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { openTournamentDesk, refusal } from '../../../test/tournaments.ts'
import { addProvider, confirmNewest } from '../../../test/two-admins.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Awaited<ReturnType<World['operator']>>
let second: typeof admin
let manager: typeof admin
let desk: ReturnType<typeof openTournamentDesk>
beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  admin = await world.operator('admin')
  second = await world.operator('admin')
  manager = await world.operator('manager')
  await world.approvals({ solo: false })
  // Remove the ties between operators and those who added them.
  await sql`delete from staff.operator_tie`.execute(world.db.kysely)
  desk = openTournamentDesk(world, manager)
})
afterAll(() => world.close())

describe('points', () => {
  it('count settled rounds begun after joining, with the smallest stake, in its games and time', async () => {
    const id = await desk.live()
    const { player, seat } = await desk.entrant(id)
    const stranger = await seatOf(world, await world.player({ balance: '50.00' }))
    // Too early.
    await seat.play(100, 9_000)
    desk.pass(2)
    const late = await world.player({ balance: '50.00' })
    const lateSeat = await seatOf(world, late)
    await lateSeat.play(100, 8_000)
    desk.pass(1)
    await late.post(`/tournaments/${id}/join`, { shows_name: false })
    await stranger.play(100, 9_000)
    await seat.play(99, 9_000)
    await seat.play(200, 500)
    await seat.play(100, 200)
    await seat.play(100)
    await seat.bet(100)
    await lateSeat.play(100, 300)
    await desk.count()
    expect(await desk.leaders(late, id)).toEqual([
      [1, 300],
      [2, 250],
    ])
    expect(await desk.own(player, id)).toMatchObject({ rank: 2, points: 250, rounds: 3 })
    const other = await desk.live({ games: [await gameOf('plinko')], starts: 0.01 })
    desk.pass(1)
    await player.post(`/tournaments/${other}/join`, { shows_name: false })
    await seat.play(100, 700)
    await desk.count()
    expect(await desk.own(player, other)).toMatchObject({ rank: null, points: 0, rounds: 0 })
  })

  it('count the studio’s games by default, or the named games of any provider', async () => {
    const provider = { code: 'acme', name: 'Acme', protocol: 'dhow', launch_url: 'http://127.0.0.1:9/play' }
    const secret = (await addProvider({ first: admin, second }, provider))!
    await world.db.kysely
      .insertInto('catalog.game')
      .values({
        ...{ id: 'game_acme', slug: 'acme-million', code: 'acme-million', provider_code: 'acme', name: 'Million' },
        ...{ categories: [], tile: '/tiles/dhow.svg', rtp: '96.00', min_stake_minor: null, max_stake_minor: null },
        ...{ demo: false, markets: ['NA'], enabled: true, position: 9_000, withdrawn_at: null },
      })
      .execute()
    const [any, named] = [await desk.live({ starts: 0.01 }), await desk.live({ starts: 0.01, games: ['game_acme'] })]
    const { player } = await desk.entrant(any)
    await player.post(`/tournaments/${named}/join`, { shows_name: false })
    desk.pass(1)
    await (await seatOf(world, player, { provider: 'acme', secret, game: 'acme-million' })).play(100, 700)
    await desk.count()
    expect([await desk.own(player, any), await desk.own(player, named)]).toMatchObject([{ points: 0 }, { points: 700 }])
  })

  it('are lost with a later losing bet of the round, and return if that is rolled back', async () => {
    const id = await desk.live({ best_rounds: 3, starts: 0.01 })
    const { player, seat } = await desk.entrant(id)
    desk.pass(1)
    await seat.play(100, 150)
    await seat.bet(100, 'tide-1', 'tide')
    await seat.win('tide-1', 2_000, 'tide')
    const points = async () => {
      await desk.count()
      return (await desk.own(player, id)).points
    }
    expect(await points()).toBe(2_150)
    await seat.bet(100, 'tide-2', 'tide')
    expect(await points()).toBe(150)
    await seat.rollback('tide-2', 'tide')
    expect(await points()).toBe(2_150)
    // A round rolled back completely never counts.
    await seat.bet(100, 'gone-1', 'gone')
    await seat.rollback('gone-1', 'gone')
    expect([await points(), (await desk.own(player, id)).rounds]).toEqual([2_150, 2])
  })

  it('of a win refused by an operator are subtracted', async () => {
    const id = await desk.live({ starts: 0.01 })
    const { player, seat } = await desk.entrant(id)
    desk.pass(1)
    await seat.bet(10_000, 'held-1', 'held')
    await seat.win('held-1', 6_000_000, 'held')
    await desk.count()
    expect((await desk.own(player, id)).points).toBe(60_000)
    const [win] = (await manager.get('/staff/held-wins?state=held')).json.wins
    const refused = await manager.post(`/staff/held-wins/${win.id}/refuse`, {
      reason: 'Not played',
      version: win.version,
    })
    if (refused.json.waiting) await confirmNewest(second)
    await desk.count()
    expect(await desk.own(player, id)).toMatchObject({ points: 0, rounds: 1 })
  })

  it('of several rounds are added up; among equals the earlier ranks first', async () => {
    const id = await desk.live({ best_rounds: 2, starts: 0.01 })
    const [one, other] = [await desk.entrant(id), await desk.entrant(id)]
    desk.pass(1)
    for (const win of [100, 400, 300, 0]) await other.seat.play(100, win)
    desk.pass(1)
    await one.seat.play(1_000, 7_000)
    await desk.count()
    expect([(await desk.own(other.player, id)).rank, (await desk.own(one.player, id)).rank]).toEqual([1, 2])
    // A later round with the same points changes no rank.
    await other.seat.play(100, 300)
    await desk.count()
    expect((await desk.own(other.player, id)).rank).toBe(1)
    await one.seat.play(100, 1)
    await desk.count()
    expect(await desk.leaders(one.player, id)).toEqual([
      [1, 701],
      [2, 700],
    ])
  })

  it('by turnover are one per unit, with a daily cap', async () => {
    const id = await desk.live({
      ...{ points_by: 'turnover', best_rounds: null, unit: '2.00', day_cap: 5, starts: 0.01 },
      ends: 3 * 1_440,
    })
    const { player, seat } = await desk.entrant(id)
    desk.pass(1)
    await seat.play(500, 0)
    await seat.play(100, 900)
    await desk.count()
    expect((await desk.own(player, id)).points).toBe(3)
    await seat.play(10_000, 0)
    await desk.count()
    expect((await desk.own(player, id)).points).toBe(5)
    expect((await player.get(`/tournaments/${id}`)).json.tournament).toMatchObject({ unit: '2.00', day_cap: 5 })
  })

  it('by turnover are reached with the round that brings them; a later one for no further point moves nobody', async () => {
    const turnover = { points_by: 'turnover', best_rounds: null, unit: '2.00', day_cap: 5 }
    const id = await desk.live({ ...turnover, starts: 0.01 })
    const [one, other] = [await desk.entrant(id), await desk.entrant(id)]
    for (const [seat, stake] of [
      [one.seat, 400],
      [other.seat, 400],
      [one.seat, 100],
    ] as const) {
      desk.pass(1)
      await seat.play(stake, 0)
    }
    await desk.count()
    expect([await desk.own(one.player, id), await desk.own(other.player, id)]).toMatchObject([
      { rank: 1, points: 2 },
      { rank: 2, points: 2 },
    ])
  })

  it('of rounds begun in a pause do not count, and nobody can join then', async () => {
    const id = await desk.live({ best_rounds: 3, starts: 0.01 })
    const { player, seat } = await desk.entrant(id)
    const running = await desk.live({ best_rounds: 3, starts: 0.01 })
    await player.post(`/tournaments/${running}/join`, { shows_name: false })
    desk.pass(1)
    await seat.bet(100, 'slow-1', 'slow')
    desk.pass(1)
    await manager.post(`/staff/tournaments/${id}/pause`, { paused: true })
    expect(refusal(await manager.post(`/staff/tournaments/${id}/pause`, { paused: true }))).toEqual([
      409,
      'tournament_state_changed',
    ])
    desk.pass(1)
    await seat.play(100, 5_000)
    await seat.win('slow-1', 200, 'slow')
    // Also while the pause has no end yet.
    await desk.count()
    expect(await desk.own(player, id)).toMatchObject({ points: 200, rounds: 1 })
    desk.pass(1)
    const late = await world.player()
    expect(refusal(await late.post(`/tournaments/${id}/join`, { shows_name: false }))).toEqual([
      409,
      'tournament_closed',
    ])
    expect((await late.get(`/tournaments/${id}`)).json.tournament.phase).toBe('paused')
    await manager.post(`/staff/tournaments/${id}/pause`, { paused: false })
    desk.pass(1)
    await seat.play(100, 300)
    await desk.count()
    expect(await desk.own(player, id)).toMatchObject({ points: 500, rounds: 2 })
    // Another tournament continues.
    expect(await desk.own(player, running)).toMatchObject({ points: 5_500, rounds: 3 })
  })

  it.runIf(testEngine === 'postgres')('of a round that is written while others are counted are not lost', async () => {
    const id = await desk.live({ starts: 0.01 })
    const { player, seat } = await desk.entrant(id)
    desk.pass(1)
    await desk.count()
    const other = new pg.Client({ connectionString: world.url! })
    await other.connect()
    try {
      await other.query('begin')
      const { rows } = await other.query<{ id: string }>('select pg_current_xact_id()::text as id')
      await seat.play(100, 300)
      await desk.count()
      const { counted_to } = await world.db.kysely
        .selectFrom('tournaments.tournament')
        .select('counted_to')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      // Rows of this open transaction are read the next time.
      expect(counted_to).toBeLessThanOrEqual(BigInt(rows[0]?.id ?? 0))
      expect((await desk.own(player, id)).points).toBe(300)
    } finally {
      await other.end()
    }
  })

  it('are the same after a recount of all rounds', async () => {
    const read = () =>
      world.db.kysely
        .selectFrom('tournaments.entry')
        .select(['tournament_id', 'player_id', 'points', 'rounds', 'reached_at'])
        .orderBy('tournament_id')
        .orderBy('player_id')
        .execute()
    await desk.count()
    const before = await read()
    await sql`select tournaments.count_rounds(id, true) from tournaments.tournament where state = 'live'`.execute(
      world.db.kysely,
    )
    expect(await read()).toEqual(before)
    expect(before.filter(({ points }) => points > 0n).length).toBeGreaterThan(6)
  })
})

const gameOf = async (slug: string): Promise<string> =>
  (await (await world.player()).get(`/games/${slug}`)).json.game.id

describe('a player', () => {
  it('is anonymous unless they choose otherwise, and can leave with one call', async () => {
    const id = await desk.live({ starts: 0.01 })
    const [one, other] = [await desk.entrant(id), await desk.entrant(id, { showsName: true })]
    desk.pass(1)
    await one.seat.play(100, 300)
    await other.seat.play(100, 200)
    await desk.count()
    const names = async () =>
      (await world.visitor().get(`/tournaments/${id}`)).json.leaders.map(({ name }: { name: string | null }) => name)
    expect(await names()).toEqual([null, other.player.player_name])
    const { number } = await desk.own(one.player, id)
    expect(number).toBeGreaterThan(999)
    await one.player.post(`/tournaments/${id}/join`, { shows_name: true })
    expect(await names()).toEqual([one.player.player_name, other.player.player_name])
    expect(await desk.own(one.player, id)).toMatchObject({ points: 300, shows_name: true })
    expect((await one.player.post(`/tournaments/${id}/leave`)).json.tournament.own).toBe(null)
    await desk.count()
    expect(await desk.leaders(other.player, id)).toEqual([[1, 200]])
    // A player who returns starts again.
    await one.player.post(`/tournaments/${id}/join`, { shows_name: false })
    await desk.count()
    expect(await desk.own(one.player, id)).toMatchObject({ points: 0, shows_name: false })
  })

  it('who is on a break, frozen, flagged or a test player cannot join and is not shown, with one answer for all', async () => {
    const id = await desk.live({ starts: 0.01 })
    const four = []
    for (let index = 0; index < 4; index++) four.push(await desk.entrant(id))
    desk.pass(1)
    for (const [index, { seat }] of four.entries()) await seat.play(100, 200 + index)
    await desk.count()
    expect(await desk.leaders(four[0]!.player, id)).toHaveLength(4)
    const [onBreak, frozen, flagged, tester] = four.map(({ player }) => player)
    // An unused operator session expires.
    const boss = await world.signIn(admin)
    const bar = async (players: { id: string; post: typeof admin.post }[]) => {
      expect((await players[0]!.post('/player/time-out', { days: 1 })).status).toBe(200)
      const reason = 'The bank asked'
      expect((await boss.post(`/staff/players/${players[1]!.id}/freeze`, { frozen: true, reason })).status).toBe(200)
      await flag(players[2]!.id)
      expect((await boss.post(`/staff/players/${players[3]!.id}/test-player`, { is_test: true, reason })).status).toBe(
        200,
      )
    }
    await bar([onBreak!, frozen!, flagged!, tester!])
    // Players are hidden at once, and the ranks follow with the next count.
    expect(await desk.leaders(world.visitor(), id)).toEqual([])
    const { player: fifth, seat } = await desk.entrant(id)
    await seat.play(100, 100)
    await desk.count()
    expect([await desk.own(onBreak!, id), await desk.own(fifth, id)]).toMatchObject([
      { rank: null, points: 200 },
      { rank: 1, points: 100 },
    ])
    const others = [await world.player(), await world.player(), await world.player(), await world.player()]
    await bar(others)
    for (const other of others)
      expect(refusal(await other.post(`/tournaments/${id}/join`, { shows_name: false }))).toEqual([
        403,
        'tournament_barred',
      ])
  })

  it('of another market neither sees nor joins it, and their lobby links to none', async () => {
    const id = await desk.live()
    const indian = await world.player({ market: 'IN' })
    expect((await indian.get('/tournaments')).json.tournaments).toEqual([])
    expect(refusal(await indian.get(`/tournaments/${id}`))).toEqual([404, 'not_found'])
    expect(refusal(await indian.post(`/tournaments/${id}/join`, { shows_name: false }))).toEqual([404, 'not_found'])
    expect((await indian.get('/lobby')).json.tournaments).toBeUndefined()
    expect((await (await world.player()).get('/lobby')).json.tournaments).toBe(true)
  })
})

it('points by turnover have a cap for each day', async () => {
  const terms = { points_by: 'turnover', best_rounds: null, unit: '2.00', day_cap: 5 }
  const id = await desk.live({ ...terms, starts: 0.01, ends: 3 * 1_440 })
  const { player, seat } = await desk.entrant(id)
  desk.pass(1)
  await seat.play(10_000, 0)
  // A session in use lasts; operators' sessions expire, so this test comes last.
  for (let part = 0; part < 3; part++) {
    desk.pass(480)
    await desk.own(player, id)
  }
  await (await seatOf(world, player)).play(600, 0)
  await desk.count()
  expect((await desk.own(player, id)).points).toBe(8)
})

it('points by the best rounds use the best of all days', async () => {
  // The operators' sessions have expired.
  manager = await world.signIn(manager)
  desk = openTournamentDesk(world, manager)
  const id = await desk.live({ best_rounds: 2, starts: 0.01, ends: 3 * 1_440 })
  const { player, seat } = await desk.entrant(id)
  desk.pass(1)
  for (const win of [300, 200]) await seat.play(100, win)
  for (let part = 0; part < 3; part++) {
    desk.pass(480)
    await desk.own(player, id)
  }
  const next = await seatOf(world, player)
  for (const win of [500, 100]) await next.play(100, win)
  await desk.count()
  expect(await desk.own(player, id)).toMatchObject({ points: 800, rounds: 4 })
})

async function flag(playerId: string) {
  await world.db.kysely
    .insertInto('rewards.reward_check')
    .values({
      ...{
        id: `rck_${playerId.slice(-8)}`,
        kind: 'welcome',
        player_id: playerId,
        subject: `dep_${playerId}`,
        currency: 'NAD',
      },
      ...{ amount_minor: 100n, points: 5, reasons: '[]', created_at: world.clock.now() },
      ...{ decided_at: null, decided_by: null, note: null },
    })
    .execute()
}
