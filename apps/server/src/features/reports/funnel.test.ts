import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testEngine } from '../../../test/engines.ts'
import { asAnother } from '../../../test/one-connection.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorld, type World } from '../../../test/world.ts'

type Player = Awaited<ReturnType<World['player']>>
const base = '/player/deposit-namibia/manual-deposit'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** The clock of the tests; 08:00 UTC is ten o'clock in Windhoek. */
const start = Date.parse('2026-11-21T08:00:00Z')
let world: World
let manager: Awaited<ReturnType<World['operator']>>
let cashier: Awaited<ReturnType<World['operator']>>
let admin: Awaited<ReturnType<World['operator']>>
let buyer: Player
let credited: string
let reversed: string

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  manager = await world.operator('manager')
  cashier = await world.operator('cashier')
  const [first, second, third, tester] = [
    await world.player(),
    await world.player(),
    await world.player(),
    await world.player(),
  ]
  await world.player({ market: 'IN' })
  buyer = first
  at(start)
  await open(first)
  await open(first)
  await open(second)
  await open(third)
  await open(tester)
  await choose(tester)
  at(start + minuteMs)
  await choose(first)
  await choose(second)
  at(start + 4 * minuteMs)
  const one = await submit(first, '500', 'FUNNEL0001')
  await submit(second, '70', 'FUNNEL0002')
  await submit(tester, '90', 'FUNNEL0003')
  at(start + 14 * minuteMs)
  credited = one
  await approve(one, '500')
  // Another visit of the same player, an hour later.
  at(start + 60 * minuteMs)
  await choose(first)
  at(start + 62 * minuteMs)
  reversed = await submit(first, '80', 'FUNNEL0004')
  at(start + 64 * minuteMs)
  await approve(reversed, '80')
  const { version } = (await cashier.get(`/staff/deposits/${reversed}`)).json.deposit
  const undone = { version, reason: 'not_received', note: 'The bank took it back.' }
  expect((await manager.post(`/staff/deposits/${reversed}/reverse`, undone)).status).toBe(200)
  // 22:10 UTC is ten past midnight in Windhoek.
  at(Date.parse('2026-11-21T22:10:00Z'))
  await open(await signedIn(third))
  admin = await world.operator('admin')
  // The sums include the test player's payment before the player is marked.
  await rollUpReports(world)
  await setTest(tester, true)
  await world.app.features.reports.visits.write()
  manager = await world.signIn(manager)
})
afterAll(() => world.close())

const at = (ms: number) => world.clock.leap(ms - world.clock.now().getTime())
const open = async (player: Player) =>
  expect((await player.get('/player/payment-services/payment-methods?type=deposit')).status).toBe(200)
const choose = async (player: Player) => expect((await player.get(`${base}/get-payment-details`)).status).toBe(200)

async function signedIn(player: Player) {
  const { mobile, password } = player
  player.browser.use((await player.browser.post('/login', { mobile, password })).json.token)
  return player
}

async function submit(player: Player, amount: string, utr: string): Promise<string> {
  const sent = await player.form(`${base}/send-deposit-request`, { manual_deposit_id: '2', amount, utr })
  return sent.json.data.deposit.id
}

async function setTest(player: Player, isTest: boolean) {
  const mark = { is_test: isTest, reason: 'Account of the test team' }
  expect((await admin.post(`/staff/players/${player.id}/test-player`, mark)).status).toBe(200)
}

async function approve(id: string, amount: string) {
  const { version } = (await cashier.get(`/staff/deposits/${id}`)).json.deposit
  expect(
    (await cashier.post(`/staff/deposits/${id}/approve`, { received_amount: `${amount}.00`, version })).status,
  ).toBe(200)
}

const funnel = async (query = 'from=2026-11-21&to=2026-11-21') => {
  const { status, json } = await manager.get(`/staff/reports/funnel?market=NA&${query}`)
  expect(status).toBe(200)
  return json
}

it('counts each step once per player and visit, without test players, with the time between', async () => {
  const json = await funnel()
  expect(json.opened).toBe(4)
  expect(json.methods).toEqual([
    {
      ...{ method: 'manual_namibia', name: expect.any(String) },
      ...{ opened: 4, chose: 3, submitted: 3, approved: 2, credited: 2 },
      times: {
        // A visit that started on the method's page has no time before the choice.
        chose: { median_s: 60, p90_s: 60 },
        submitted: { median_s: 180, p90_s: 180 },
        approved: { median_s: 360, p90_s: 552 },
        credited: { median_s: 360, p90_s: 552 },
      },
    },
  ])
})

it('uses the days and hours of the market', async () => {
  const json = await funnel('from=2026-11-21&to=2026-11-22')
  expect(json.days).toEqual([
    { day: '2026-11-21', opened: 4, chose: 3, submitted: 3, approved: 2, credited: 2 },
    { day: '2026-11-22', opened: 1, chose: 0, submitted: 0, approved: 0, credited: 0 },
  ])
  const busy = json.hours.filter(({ opened }: { opened: number }) => opened > 0)
  expect(busy.map(({ hour, opened, submitted }: Record<string, number>) => [hour, opened, submitted])).toEqual([
    [0, 1, 0],
    [10, 3, 2],
    [11, 1, 1],
  ])
})

it('counts submitted and credited payments as in deposits and the ledger', async () => {
  const { rows } = await sql<{ submitted: number; credited: number }>`
    select count(*)::int as submitted, count(distinct transfer.posting_id)::int as credited
    from deposits.deposit join accounts.player on player.id = deposit.player_id and not player.is_test
    left join ledger.transfers transfer on transfer.posting_id = deposit.posting_id and transfer.credit = 'cash'`.execute(
    world.db.kysely,
  )
  const { submitted, credited: inLedger } = (await funnel()).methods[0]
  expect([{ submitted, credited: inLedger }]).toEqual(rows)
})

it('links to its payments', async () => {
  const payments = async (step: string) => {
    const path = `/staff/reports/funnel/payments?market=NA&from=2026-11-21&to=2026-11-21&step=${step}`
    return (await manager.get(path)).json.payments
  }
  expect((await payments('credited')).map(({ id }: { id: string }) => id)).toEqual([reversed, credited])
  expect((await payments('submitted')).length).toBe(3)
  const [waiting] = await payments('not_credited')
  expect(waiting).toMatchObject({ amount: '70.00', approved_at: null, credited_at: null, state: 'submitted' })
})

it('can be filtered by method', async () => {
  expect((await funnel('from=2026-11-21&to=2026-11-21&method=manual_namibia')).methods.length).toBe(1)
  expect((await funnel('from=2026-11-21&to=2026-11-21&method=nothing')).methods).toEqual([])
})

it('is available as CSV and as a workbook', async () => {
  const path = '/staff/reports/funnel.csv?market=NA&from=2026-11-21&to=2026-11-21'
  const text = String((await manager.get(path)).json)
  expect(text).toContain('manual_namibia,')
  expect(text).toMatch(/,4,3,3,2,2,66\.67,60,60,180,180,/)
  const book = await manager.get(path.replace('.csv', '.xlsx'))
  expect(book.headers['content-disposition']).toBe('attachment; filename="dhow-funnel-NA-2026-11-21-2026-11-21.xlsx"')
  expect((await (await world.signIn(cashier)).get(path)).json.code).toBe('staff_forbidden')
})

it.runIf(testEngine === 'postgres')('deleting old visits does not wait for the roll-up if none is old', async () => {
  await world.db.transaction(async (tx) => {
    await sql`select from reports.rollup for update`.execute(tx)
    await expect(asAnother(() => world.app.features.reports.visits.forget())).resolves.toBeUndefined()
  })
})

/** Recounts steps from their rows, by method, day and hour of the market. */
async function recountSteps() {
  const { rows } = await sql<{ step: string; day: string; hour: number; count: number }>`
    with player as (select id from accounts.player where market = 'NA' and not is_test),
    visit as (
      select visit.step, visit.at from reports.cashier_visit visit join player on player.id = visit.player_id
    ),
    payment as (
      select deposit.submitted_at, (select min(step.at) from deposits.step where step.deposit_id = deposit.id and step.state = 'approved') as approved_at,
        posting.happened_at as credited_at
      from deposits.deposit join player on player.id = deposit.player_id left join ledger.posting posting on posting.id = deposit.posting_id
    ),
    step as (
      select step, at from visit union all select 'submitted', submitted_at from payment
      union all select 'approved', submitted_at from payment where approved_at is not null
      union all select 'credited', submitted_at from payment where credited_at is not null
    )
    select step, (at at time zone 'Africa/Windhoek')::date::text as day, extract(hour from at at time zone 'Africa/Windhoek')::int as hour, count(*)::int as count
    from step group by 1, 2, 3`.execute(world.db.kysely)
  return rows
}

it('equals a recount from visits, payments and their steps', async () => {
  const json = await funnel('from=2026-11-21&to=2026-11-22')
  const counted = await recountSteps()
  for (const step of ['opened', 'chose', 'submitted', 'approved', 'credited']) {
    const of = (rows: Record<string, number>[], key: string) =>
      Object.fromEntries(rows.flatMap((row) => ((row[step] ?? 0) > 0 ? [[row[key], row[step]]] : [])))
    const sums = (key: 'day' | 'hour') => {
      const sum: Record<string, number> = {}
      for (const row of counted) if (row.step === step) sum[row[key]] = (sum[row[key]] ?? 0) + row.count
      return sum
    }
    expect([step, of(json.days, 'day')]).toEqual([step, sums('day')])
    expect([step, of(json.hours, 'hour')]).toEqual([step, sums('hour')])
  }
  const { rows } = await sql<{ median: number; p90: number }>`
    select round(percentile_cont(0.5) within group (order by seconds))::int as median, round(percentile_cont(0.9) within group (order by seconds))::int as p90
    from (
      select extract(epoch from posting.happened_at - deposit.submitted_at)::float8 as seconds
      from deposits.deposit join ledger.posting posting on posting.id = deposit.posting_id
      join accounts.player player on player.id = deposit.player_id and not player.is_test
    ) timed`.execute(world.db.kysely)
  expect(json.methods[0].times.credited).toEqual({ median_s: rows[0]?.median, p90_s: rows[0]?.p90 })
})

/** Number of visits that are summed by hour, and of those that are not. */
async function visitsSummed() {
  const { rows } = await sql<{ summed: number; kept: number }>`
    select (select coalesce(sum(visits), 0)::int from reports.visit_hour) as summed, (select count(*)::int from reports.cashier_visit) as kept`.execute(
    world.db.kysely,
  )
  return rows[0]
}
const period = 'from=2026-11-20&to=2026-11-22'

it('counts a payment approved on a later day on the day of its submission', async () => {
  const { rows } = await sql<{ id: string }>`select id from deposits.deposit where declared_minor = 7000`.execute(
    world.db.kysely,
  )
  at(start + 2 * dayMs)
  cashier = await world.signIn(cashier)
  manager = await world.signIn(manager)
  const before = await funnel(period)
  expect(await visitsSummed()).toEqual({ summed: 0, kept: 10 })
  await approve(rows[0]?.id ?? '', '70')
  await rollUpReports(world)
  // The visits of the first day are summed by now.
  expect(await visitsSummed()).toEqual({ summed: 9, kept: 10 })
  const after = await funnel(period)
  const { chose, submitted } = before.methods[0].times
  expect(after.methods[0].times).toMatchObject({ chose, submitted })
  expect(after.methods[0]).toMatchObject({ submitted: 3, approved: before.methods[0].approved + 1, credited: 3 })
  expect(after.days[1]).toMatchObject({ day: '2026-11-21', submitted: 3, approved: 3, credited: 3 })
})

it('is unchanged after the visits of a day are summed, except for a new test player', async () => {
  const before = await funnel(period)
  at(start + 3 * dayMs)
  manager = await world.signIn(manager)
  admin = await world.signIn(admin)
  await rollUpReports(world)
  expect(await visitsSummed()).toEqual({ summed: 10, kept: 10 })
  const shown = async () => ({ ...(await funnel(period)), today: before.today })
  expect(await shown()).toEqual(before)
  await setTest(buyer, true)
  const without = await shown()
  expect(without.opened).toBe(before.opened - 2)
  expect(without.methods[0]).toMatchObject({ chose: 1, submitted: 1, credited: 1 })
  expect(without.methods[0].times.submitted).toEqual({ median_s: 180, p90_s: 180 })
  await setTest(buyer, false)
  expect(await shown()).toEqual(before)
})

it('keeps its sums when old visits are deleted', async () => {
  const before = await funnel()
  at(start + 91 * dayMs)
  manager = await world.signIn(manager)
  await world.app.features.reports.visits.forget()
  const { rows } = await sql`select from reports.cashier_visit`.execute(world.db.kysely)
  expect(rows).toEqual([])
  expect({ ...(await funnel()), today: '' }).toEqual({ ...before, today: '' })
})
