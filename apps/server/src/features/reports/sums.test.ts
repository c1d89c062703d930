import { retentionDays, valueDays } from '@dhow/contract/report-cohorts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Late corrections: incrementally updated sums compared with a full recalculation. */

type Player = Awaited<ReturnType<World['player']>>
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** 23:30 in Windhoek, past three o'clock of the next day in India. */
const start = Date.parse('2026-11-21T21:30:00Z')
const tables = {
  cohort_day: 'transfers',
  cohort_month: 'transfers',
  cohort_vintage: 'transfers',
  cohort_return: 'players',
  active_day: 'players',
  player_month: 'month',
  player_quarter: 'quarter',
  first_deposit: 'day',
} as const
let world: World
let admin: Awaited<ReturnType<World['operator']>>
let late: Player
let indian: Player
let tester: Player

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  admin = await world.operator('admin')
  at(0)
  late = await world.player()
  indian = await world.player({ market: 'IN' })
  tester = await world.player({ balance: '100.00' })
})
afterAll(() => world.close())

const at = (ms: number) => world.clock.leap(start + ms - world.clock.now().getTime())

/** A game session of a player whose earlier sessions have expired. */
async function openSeat(player: Player) {
  const { mobile, password, market } = player
  player.browser.use((await player.browser.post('/login', { mobile, password, market })).json.token)
  return seatOf(world, player)
}

/** A deposit dated at a different time than it is written. */
const paidIn = (player: Player, happenedAt: number, key: string) =>
  world.db.transaction((tx) =>
    world.app.features.wallet.post(tx, {
      ...{ key: `test:late:${key}`, reason: 'test' as never, playerId: player.id },
      currency: player.market === 'IN' ? 'INR' : 'NAD',
      happenedAt: new Date(start + happenedAt),
      lines: [{ debit: { house: 'bank_detail', ref: 'test' }, credit: { player: 'cash' }, amountMinor: 50_000n }],
    }),
  )

async function setTest(isTest: boolean) {
  admin = await world.signIn(admin)
  const mark = { is_test: isTest, reason: 'Account of the test team' }
  expect((await admin.post(`/staff/players/${tester.id}/test-player`, mark)).status).toBe(200)
}

/** Rows of the sums, without zero rows. */
async function read() {
  const sums: Record<string, string[]> = {}
  for (const [table, counted] of Object.entries(tables)) {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(own)::text as row from ${sql.table(`reports.${table}`)} own
      where ${sql.ref(counted)}::text <> '0' order by 1`.execute(world.db.kysely)
    sums[table] = rows.map(({ row }) => row)
  }
  return sums
}

async function recalculateSums() {
  await asOwner(world.db, async (tx) => {
    // As after restoring a dump into another cluster.
    await sql`update reports.rollup set up_to = 1000000000`.execute(tx)
  })
  await rollUpReports(world)
}

/** Rolls up the changes, and compares with a full recalculation. */
async function compare() {
  await rollUpReports(world)
  const known = await read()
  await recalculateSums()
  expect(known).toEqual(await read())
  return known
}

const returned = async (market: string) => {
  const { rows } = await sql<{ key: string; players: number }>`
    select first_day || ' ' || days as key, players::int as players from reports.cohort_return
    where market = ${market} and not is_test and players <> 0 order by first_day, days`.execute(world.db.kysely)
  return Object.fromEntries(rows.map(({ key, players }) => [key, players]))
}

it('a first deposit found later moves its player with all activity to another cohort', async () => {
  at(2 * dayMs)
  await paidIn(late, 2 * dayMs, 'first')
  await paidIn(indian, 2 * dayMs, 'first-india')
  await (await openSeat(late)).play(1_000, 200)
  await (await openSeat(tester)).play(1_000, 0)
  await rollUpReports(world)
  at(3 * dayMs)
  await (await openSeat(late)).play(1_000, 4_000)
  await (await openSeat(indian)).play(500, 0)
  await compare()
  expect(await returned('NA')).toEqual({ '2026-11-21 0': 1, '2026-11-23 0': 1, '2026-11-23 1': 1 })
  expect(await returned('IN')).toEqual({ '2026-11-24 0': 1, '2026-11-24 1': 1 })
  // A day before the other one; they staked on the following day.
  await paidIn(late, dayMs, 'earlier')
  await compare()
  expect(await returned('NA')).toEqual({ '2026-11-21 0': 1, '2026-11-22 0': 1, '2026-11-22 1': 1 })
  // Half an hour later is a new day in Windhoek.
  await paidIn(late, hourMs, 'midnight')
  await compare()
  expect(await returned('NA')).toEqual({ '2026-11-21 0': 1, '2026-11-22 0': 1, '2026-11-22 1': 1 })
})

it('a win days later and a stake rolled back after midnight count on their own days', async () => {
  at(5 * dayMs)
  const seat = await openSeat(late)
  await seat.bet(700, 'slow', 'slow')
  await seat.bet(300, 'taken', 'taken')
  await rollUpReports(world)
  at(5 * dayMs + hourMs)
  await (await openSeat(late)).rollback('taken', 'taken')
  await rollUpReports(world)
  at(9 * dayMs)
  await (await openSeat(late)).win('slow', 2_000, 'slow')
  const { cohort_day: days } = await compare()
  const moved = (days ?? []).filter((row) => row.includes('"debit": "gaming_result') && row.includes('2026-11-30'))
  expect(moved).toHaveLength(1)
})

it('a player marked later as test is removed from all sums, and restored when unmarked', async () => {
  at(10 * dayMs)
  await (await openSeat(tester)).play(1_000, 3_000)
  const before = await compare()
  await setTest(true)
  const marked = await read()
  await compare()
  expect(await returned('NA')).toEqual({ '2026-11-22 0': 1, '2026-11-22 1': 1 })
  expect(marked).not.toEqual(before)
  // The test player's play arrives with the rest.
  await (await openSeat(tester)).play(1_000, 0)
  await compare()
  await setTest(false)
  await compare()
  expect(await returned('NA')).toMatchObject({ '2026-11-21 0': 1 })
})

it('a day found after a later one is inserted between the others', async () => {
  const previous = async (day: string) => {
    const { rows } = await sql<{ previous: string }>`
      select previous_day::text as previous from reports.active_day where market = 'NA' and day = ${day}::date and players <> 0`.execute(
      world.db.kysely,
    )
    return rows.map((row) => row.previous)
  }
  at(14 * dayMs)
  await (await openSeat(late)).play(100, 0)
  await compare()
  expect(await previous('2026-12-05')).toEqual(['2026-11-26'])
  at(12 * dayMs)
  await (await openSeat(late)).play(100, 0)
  await compare()
  expect(await previous('2026-12-05')).toEqual(['2026-12-03'])
  expect(await previous('2026-12-03')).toEqual(['2026-11-26'])
})

it('the contract’s days are those of the sums', async () => {
  const { rows } = await sql<{ days: number }>`
    select distinct reports.days_since(date '2026-01-01', date '2026-01-01' + n) as days from generate_series(0, 179) n order by 1`.execute(
    world.db.kysely,
  )
  expect(rows.map(({ days }) => days)).toEqual([...valueDays])
  const { rows: checks } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conrelid = 'reports.cohort_return'::regclass and contype = 'c'`.execute(
    world.db.kysely,
  )
  expect(checks[0]?.text.match(/\d+/g)?.map(Number)).toEqual([0, ...retentionDays])
})
