import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { playerToBePaid, withdrawalCode } from '../../../test/api-calls.ts'
import { seatOf } from '../../../test/game-seat.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorld, type World } from '../../../test/world.ts'

type Player = Awaited<ReturnType<World['player']>>
const dayMs = 86_400_000
let world: World
let manager: Awaited<ReturnType<World['operator']>>
let admin: Awaited<ReturnType<World['operator']>>
let tester: Player
const start = Date.parse('2026-11-21T10:00:00Z')

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  admin = await world.operator('admin')
  manager = await world.operator('manager')
  const first = await world.player({ balance: '500.00' })
  const second = await world.player({ balance: '300.00' })
  const third = await world.player({ balance: '200.00' })
  tester = await world.player({ balance: '900.00' })
  // Registered without a deposit: in no cohort.
  await world.player()
  await world.player({ market: 'IN', balance: '4000.00' })
  await payOut()
  await play(first, 10_000, 2_500)
  await play(tester, 30_000, 0)
  await on(1)
  await play(first, 1_000, 0)
  await play(second, 2_000, 5_000)
  await play(tester, 30_000, 0)
  await on(7)
  await play(second, 4_000, 0)
  await world.fund(first.id, '50.00')
  await on(14)
  const late = await world.player({ balance: '80.00' })
  await play(late, 3_000, 0)
  await on(15)
  await play(late, 500, 0)
  await on(29)
  await play(first, 700, 0)
  await on(30)
  await play(third, 900, 0)
  await on(60)
  await world.fund(second.id, '10.00')
  manager = await world.signIn(manager)
  admin = await world.signIn(admin)
  await rollUpReports(world)
})
afterAll(() => world.close())

/** Moves the time to the same hour some days after the first. */
async function on(day: number) {
  world.clock.leap(start + day * dayMs - world.clock.now().getTime())
}

async function play(player: Player, stake: number, win: number) {
  // Sessions expire after days without use.
  const { mobile, password } = player
  player.browser.use((await player.browser.post('/login', { mobile, password })).json.token)
  const seat = await seatOf(world, player)
  expect(await seat.betwin(stake, win)).toMatchObject({ code: 'ok' })
}

async function payOut() {
  const cashier = await world.operator('cashier')
  const player = await playerToBePaid(world)
  const otp = await withdrawalCode(world, player)
  const asked = await player.post('/player/withdrawals', {
    amount: '400',
    payout_account_id: player.payoutAccountId,
    otp,
  })
  const { id } = asked.json.withdrawal as { id: string }
  for (const step of ['approve', 'pay']) {
    const { version } = (await cashier.get(`/staff/withdrawals/${id}`)).json.withdrawal as { version: number }
    const body = step === 'approve' ? { version } : { version, payment_reference: 'PAYOUT 78' }
    expect((await cashier.post(`/staff/withdrawals/${id}/${step}`, body)).status).toBe(200)
  }
}

interface Cohort {
  month: string
  players: number
  retention: { day: number; back: number; of: number }[]
  vintage: { month: number; deposits: string; withdrawals: string }[]
  ltv: { days: number; per_player: string | null }[]
}
async function cohorts(query = ''): Promise<Cohort[]> {
  const { status, json } = await manager.get(`/staff/reports/cohorts?market=NA${query}`)
  expect(status).toBe(200)
  return json.cohorts
}

/** Recounts with plain SQL, from ledger entries. */
async function recount() {
  const { rows } = await sql<{ month: string; players: number; back: number[]; of: number[]; ggr: string[] }>`
    with entries as (
      select entry.player, entry.debit, entry.credit, entry.amount::numeric as amount, (entry.at at time zone 'Africa/Windhoek')::date as day
      from ledger.entries entry join accounts.player on player.id = entry.player where player.market = 'NA' and not player.is_test
    ), firsts as (
      select player, min(day) as day from entries where credit = 'cash' and debit ~ '^(bank_detail|payment_service|voucher_issuer|suspense)' group by player
    ), today as (select (${world.clock.now()}::timestamptz at time zone 'Africa/Windhoek')::date as day)
    select to_char(firsts.day, 'YYYY-MM') as month, count(*)::int as players,
      (select array_agg(c order by n) from (
        select n, count(*)::int as c from unnest(array[1, 7, 30]) n, firsts f, today
        where to_char(f.day, 'YYYY-MM') = to_char(min(firsts.day), 'YYYY-MM') and f.day + n < today.day group by n
      ) counted) as of,
      (select array_agg(c order by n) from (
        select n, (select count(distinct e.player) from firsts f join entries e on e.player = f.player and e.day = f.day + n, today
          where to_char(f.day, 'YYYY-MM') = to_char(min(firsts.day), 'YYYY-MM') and f.day + n < today.day
            and e.debit = 'cash' and (e.credit = 'in_play' or e.credit ~ '^gaming_result'))::int as c
        from unnest(array[1, 7, 30]) n
      ) counted) as back,
      (select array_agg(to_char(g, 'FM9999990.00') order by n) from (
        select n, (select coalesce(sum(case when e.debit in ('cash', 'in_play') and e.credit ~ '^gaming_result' then e.amount
            when e.credit = 'cash' and e.debit ~ '^gaming_result' then -e.amount else 0 end), 0)
          from firsts f join entries e on e.player = f.player and e.day >= f.day and e.day < f.day + n
          where to_char(f.day, 'YYYY-MM') = to_char(min(firsts.day), 'YYYY-MM')) as g
        from unnest(array[30, 60]) n
      ) summed) as ggr
    from firsts group by to_char(firsts.day, 'YYYY-MM') order by 1`.execute(world.db.kysely)
  return rows
}

it('cohorts equal a recount from the ledger exactly', async () => {
  expect((await admin.post(`/staff/players/${tester.id}/test-player`, { is_test: true, reason: 'Ours' })).status).toBe(
    200,
  )
  const counted = await recount()
  const shown = await cohorts()
  expect(shown.map(({ month, players }) => [month, players])).toEqual(
    counted.map(({ month, players }) => [month, players]),
  )
  expect(shown.map(({ retention }) => retention.map(({ back, of }) => [back, of]))).toEqual(
    counted.map(({ back, of }) => back.map((one, index) => [one, of[index]])),
  )
  expect(counted.map(({ month, players }) => [month, players])).toEqual([
    ['2026-11', 4],
    ['2026-12', 1],
  ])
  const perPlayer = (sum: string, players: number) => (Math.round((Number(sum) * 100) / players) / 100).toFixed(2)
  expect(shown[0]?.ltv.slice(0, 2).map(({ per_player }) => per_player)).toEqual(
    counted[0]?.ggr.map((sum) => perPlayer(sum, 4)),
  )
})

it('count players who returned on a day, of those for whom it has passed', async () => {
  const [november, december] = await cohorts()
  expect(november?.retention).toEqual([
    { day: 1, back: 2, of: 4 },
    { day: 7, back: 1, of: 4 },
    { day: 30, back: 1, of: 4 },
  ])
  expect(december?.retention).toEqual([
    { day: 1, back: 1, of: 1 },
    { day: 7, back: 0, of: 1 },
    { day: 30, back: 0, of: 1 },
  ])
})

it('have deposits and withdrawals by month', async () => {
  const [november, december] = await cohorts()
  const paidOut = november?.vintage[0]?.withdrawals
  expect(paidOut).toBe('400.00')
  expect(november?.vintage).toHaveLength(3)
  expect(november?.vintage[0]?.deposits).toMatch(/^\d+\.00$/)
  expect(november?.vintage[2]).toEqual({ month: 2, deposits: '10.00', withdrawals: '0.00' })
  expect(december?.vintage).toEqual([{ month: 0, deposits: '80.00', withdrawals: '0.00' }])
})

it('have the lifetime value once all players have had the days, minus fees and taxes', async () => {
  // 75 + 10 - 30 + 40 + 7 = 102 in 30 days, 9 more on the day after: 111 in 60, over four players.
  const values = async () => (await cohorts()).map(({ ltv }) => ltv.map(({ per_player }) => per_player))
  expect(await values()).toEqual([
    ['25.50', '27.75', null, null],
    ['35.00', null, null, null],
  ])
  const rate = {
    market: 'NA',
    kind: 'tax',
    code: 'gaming tax',
    base: 'ggr',
    basis_points: 1_000,
    from_day: '2026-11-01',
  }
  expect((await admin.call('PUT', '/staff/reports/rates', rate)).status).toBe(200)
  expect(await values()).toEqual([
    ['22.95', '24.98', null, null],
    ['31.50', null, null, null],
  ])
})

it('are those of the requested days', async () => {
  expect((await cohorts('&from=2026-12-01&to=2026-12-31')).map(({ month }) => month)).toEqual(['2026-12'])
  expect(await cohorts('&from=2026-01-01&to=2026-02-01')).toEqual([])
})

it.each([
  ['from=2016-11-22&to=2026-11-21', 'report_too_long'],
  ['from=2026-11-22&to=2026-11-21', 'report_backwards'],
])('over %s are refused', async (query, code) => {
  expect(await manager.get(`/staff/reports/cohorts?market=NA&${query}`)).toMatchObject({ status: 422, json: { code } })
})
