import '../../src/features/messages/tables.ts'
import '../../src/features/tournaments/tables.ts'
import { systemClock, type Clock } from '@dhow/platform/clock'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testEngine } from '../engines.ts'
import { over, startServers, type ServerProcess } from '../processes.ts'
import { minuteMs, openTournamentDesk } from '../tournaments.ts'
import { openWorld, type World } from '../world.ts'

const prizes = ['30.00', '20.00', '10.00', '9.00', '8.00', '7.00', '6.00', '5.00']
const budget = '95.00'
const waitMs = 60_000

/** The machine's time some minutes ago: what ends in this world a while later is over for programs that start beside it. */
function someMinutesAgo(): Clock {
  const real = systemClock()
  return { ...real, now: () => new Date(real.now().getTime() - 10 * minuteMs) }
}

describe.runIf(testEngine === 'postgres')('two servers that settle one tournament at once', () => {
  let world: World
  let desk: ReturnType<typeof openTournamentDesk>
  let servers: ServerProcess[] = []
  beforeAll(async () => {
    world = await openWorld(
      { DATABASE_LOCK_WAIT_MS: String(waitMs) },
      { realClock: someMinutesAgo(), withoutJobs: true },
    )
    desk = openTournamentDesk(world, await world.operator('manager'))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await world.close()
  })

  type Entrant = Awaited<ReturnType<typeof desk.entrant>>
  /** A tournament that is over for a program in the machine's own time, with a round of each of ten players. */
  async function played(payout: 'by_itself' | 'claim') {
    const id = await desk.live({ starts: -1, ends: 5, prizes, budget, payout })
    const entrants: Entrant[] = []
    for (let index = 0; index < 10; index++) {
      const entrant = await desk.entrant(id)
      await entrant.seat.play(100, 900 - 10 * index)
      entrants.push(entrant)
    }
    return { id, entrants, before: await Promise.all(entrants.map(cash)) }
  }
  const cash = async ({ player }: Entrant) => (await world.balance(player.id)).cashMinor
  const credited = async ({ entrants, before }: Awaited<ReturnType<typeof played>>) =>
    (await Promise.all(entrants.map(cash))).map((minor, index) => minor - before[index]!)
  const minors = [...prizes.map((prize) => BigInt(prize.replace('.', ''))), 0n, 0n]
  const results = (id: string) =>
    world.db.kysely
      .selectFrom('tournaments.result')
      .select(['rank', 'prize_state'])
      .where('tournament_id', '=', id)
      .orderBy('rank')
      .execute()
  const state = (id: string) =>
    world.db.kysely
      .selectFrom('tournaments.tournament')
      .select(['state', 'is_settled'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  it(
    'give each prize exactly once, with one message, and a claim at both of them as well',
    { timeout: 300_000 },
    async () => {
      const byItself = await played('by_itself')
      const claimed = await played('claim')
      // Both servers stand at the first tournament before either goes on.
      const holder = new pg.Client({ connectionString: world.url! })
      await holder.connect()
      await holder.query('begin')
      await holder.query('select from tournaments.tournament for update')
      servers = await startServers(2, world.environment, world.url!)
      const waiting = `select count(distinct application_name)::integer as servers from pg_stat_activity
      where datname = current_database() and application_name like 'server_%' and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect((await holder.query(waiting)).rows).toEqual([{ servers: 2 }]), waitMs)
      await holder.query('commit')
      await holder.end()

      await vi.waitFor(
        async () => expect(await state(byItself.id)).toEqual({ state: 'ended', is_settled: true }),
        waitMs,
      )
      expect(await credited(byItself)).toEqual(minors)
      expect((await results(byItself.id)).map(({ prize_state }) => prize_state)).toEqual([
        ...prizes.map(() => 'paid'),
        null,
        null,
      ])

      await vi.waitFor(async () => expect((await state(claimed.id)).state).toBe('ended'), waitMs)
      expect(await credited(claimed)).toEqual(minors.map(() => 0n))
      const answers = await Promise.all(
        claimed.entrants.flatMap(({ player }) =>
          Array.from({ length: 6 }, (_, index) =>
            over(servers[index % 2]!, player).post(`/tournaments/${claimed.id}/claim`),
          ),
        ),
      )
      expect(answers.map((answer) => answer?.status)).toEqual(
        claimed.entrants.flatMap((_, index) => Array.from({ length: 6 }, () => (index < prizes.length ? 200 : 409))),
      )
      expect(await credited(claimed)).toEqual(minors)

      const { rows: keys } = await sql<{ key: string }>`
      select split_part(posting.key, ':', 3) as key from ledger.posting posting
      join tournaments.tournament own on posting.key like 'gift:' || own.envelope_id || ':%' order by posting.key`.execute(
        world.db.kysely,
      )
      const places = prizes.map((_, index) => String(index + 1))
      expect(keys.map(({ key }) => key).toSorted()).toEqual([...places, ...places].toSorted())
      const { rows: messages } = await sql<{ kind: string; count: bigint }>`
      select kind, count(*) from messages.player_message where kind like 'tournament%' group by kind order by kind`.execute(
        world.db.kysely,
      )
      expect(messages).toEqual([
        { kind: 'tournament_prize', count: BigInt(2 * prizes.length) },
        { kind: 'tournament_prize_open', count: BigInt(prizes.length) },
      ])
    },
  )
})
