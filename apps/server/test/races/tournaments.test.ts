import '../../src/features/messages/tables.ts'
import '../../src/features/tournaments/tables.ts'
import { silentLog } from '@dhow/platform/log'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '../../src/platform/db/index.ts'
import { defaultLimits } from '../../src/platform/db/limits.ts'
import { openTestDatabase, testEngine } from '../engines.ts'
import { openTournamentDesk } from '../tournaments.ts'
import { openWorld, type World } from '../world.ts'

const prizes = ['30.00', '20.00', '10.00', '9.00', '8.00']
const budget = '77.00'
const minors = [...prizes.map((prize) => BigInt(prize.replace('.', ''))), 0n]
const places = prizes.map((_, index) => String(index + 1))
/** Longer than any test: a server waits for a lock until the test releases it. */
const lockWaitMs = 60_000

/**
 * Two servers on one database, with separate connections, whose jobs the test runs. The database reports that both wait
 * for a lock, so no time is involved.
 */
describe.runIf(testEngine === 'postgres')('two servers that settle one tournament', { timeout: 60_000 }, () => {
  let here: World
  let there: World
  let desk: ReturnType<typeof openTournamentDesk>
  let holder: pg.Client
  let looker: pg.Client
  beforeAll(async () => {
    const database = await openTestDatabase(silentLog)
    const url = database.url!
    const server = async (drop: () => Promise<void>) => {
      const db = await openDatabase({ url, log: silentLog, limits: { ...defaultLimits, lockWaitMs } })
      return {
        ...{ db, url },
        async drop() {
          await db.close()
          await drop()
        },
      }
    }
    here = await openWorld({}, { withoutJobs: true, database: await server(database.drop) })
    there = await openWorld(
      {},
      { withoutJobs: true, realClock: here.clock, database: await server(() => Promise.resolve()) },
    )
    desk = openTournamentDesk(here, await here.operator('manager'))
    holder = new pg.Client({ connectionString: url })
    looker = new pg.Client({ connectionString: url })
    await holder.connect()
    await looker.connect()
  })
  afterAll(async () => {
    await holder.end()
    await looker.end()
    await there.close()
    await here.close()
  })

  type Entrant = Awaited<ReturnType<typeof desk.entrant>>
  /** An ended tournament with a round of each of six players, the best first. */
  async function over(payout: 'by_itself' | 'claim') {
    const id = await desk.live({ starts: 0.01, ends: 5, prizes, budget, payout })
    const entrants: Entrant[] = []
    for (const _ of minors) entrants.push(await desk.entrant(id))
    desk.pass(1)
    for (const [index, { seat }] of entrants.entries()) await seat.play(100, 900 - 10 * index)
    const before = await Promise.all(entrants.map(cash))
    desk.pass(6)
    return { id, entrants, before }
  }
  const cash = async ({ player }: Entrant) => (await here.balance(player.id)).cashMinor
  const credited = async ({ entrants, before }: Awaited<ReturnType<typeof over>>) =>
    (await Promise.all(entrants.map(cash))).map((minor, index) => minor - before[index]!)
  const states = async (id: string) => {
    const results = here.db.kysely.selectFrom('tournaments.result').select('prize_state')
    const rows = await results.where('tournament_id', '=', id).orderBy('rank').execute()
    return rows.map(({ prize_state }) => prize_state)
  }
  const tournament = (id: string) =>
    here.db.kysely
      .selectFrom('tournaments.tournament')
      .select(['state', 'is_settled'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const paidPlaces = async (id: string) => {
    const { rows } = await sql<{ place: string }>`
      select split_part(posting.key, ':', 3) as place from ledger.posting posting
      join tournaments.tournament own on posting.key like 'gift:' || own.envelope_id || ':%' where own.id = ${id}
      order by posting.key`.execute(here.db.kysely)
    return rows.map(({ place }) => place)
  }
  const messages = async (id: string) => {
    const { rows } = await sql<{ kind: string; count: number }>`
      select kind, count(*)::int as count from messages.player_message where key like ${`%:${id}:%`} group by kind order by kind`.execute(
      here.db.kysely,
    )
    return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
  }
  /** Locks rows until the returned function is called. */
  async function hold(text: string, values: unknown[]) {
    await holder.query('begin')
    await holder.query(text, values)
    return () => holder.query('commit')
  }
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  /** Runs outside the holder's transaction: within one, the database repeats the first result. */
  const wait = (servers: number) =>
    vi.waitFor(async () => expect((await looker.query(waiting)).rowCount).toBe(servers), {
      timeout: lockWaitMs,
      interval: 20,
    })
  /** Runs both servers' jobs; neither has read the tournament before both reached it. */
  async function runBoth(id: string) {
    const letGo = await hold('select from tournaments.tournament where id = $1 for update', [id])
    const runs = [here, there].map((server) => server.app.features.tournaments.runDue())
    await wait(2)
    await letGo()
    return runs
  }

  it('make its ranking final once, and give each prize once, with one message', async () => {
    const contest = await over('by_itself')
    await Promise.all(await runBoth(contest.id))
    expect(await tournament(contest.id)).toEqual({ state: 'ended', is_settled: true })
    expect(await states(contest.id)).toEqual([...places.map(() => 'paid'), null])
    expect(await credited(contest)).toEqual(minors)
    expect((await paidPlaces(contest.id)).toSorted()).toEqual(places)
    expect(await messages(contest.id)).toEqual({ tournament_prize: prizes.length })
  })

  it('share the prizes: one gives the remaining ones while the other waits for a wallet', async () => {
    const contest = await over('by_itself')
    const [best] = contest.entrants
    const letGo = await hold('select from ledger.wallet where player_id = $1 for update', [best!.player.id])
    const runs = [here, there].map((server) => server.app.features.tournaments.runDue())
    await Promise.race(runs)
    await wait(1)
    expect(await credited(contest)).toEqual([0n, ...minors.slice(1)])
    expect((await states(contest.id)).slice(0, 2)).toEqual(['due', 'paid'])
    await letGo()
    await Promise.all(runs)
    expect(await credited(contest)).toEqual(minors)
    expect((await paidPlaces(contest.id)).toSorted()).toEqual(places)
    expect(await messages(contest.id)).toEqual({ tournament_prize: prizes.length })
    expect(await tournament(contest.id)).toEqual({ state: 'ended', is_settled: true })
  })

  it('credit a prize claimed on both once', async () => {
    const contest = await over('claim')
    await Promise.all(await runBoth(contest.id))
    expect(await credited(contest)).toEqual(minors.map(() => 0n))
    const claims = contest.entrants.flatMap(({ player }) => {
      const elsewhere = there.visitor()
      elsewhere.use(player.token())
      return [player, elsewhere, player, elsewhere].map((door) => door.post(`/tournaments/${contest.id}/claim`))
    })
    const answers = await Promise.all(claims)
    expect(answers.map(({ status }) => status)).toEqual(
      contest.entrants.flatMap((_, index) => Array.from({ length: 4 }, () => (index < prizes.length ? 200 : 409))),
    )
    expect(await credited(contest)).toEqual(minors)
    expect((await paidPlaces(contest.id)).toSorted()).toEqual(places)
    expect(await messages(contest.id)).toEqual({
      tournament_prize: prizes.length,
      tournament_prize_open: prizes.length,
    })
  })
})
