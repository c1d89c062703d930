import { readFileSync } from 'node:fs'
import { parseAmount } from '@dhow/contract/money'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../../../test/as-owner.ts'
import { rollUpReports } from '../../../test/roll-up-reports.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { firstDay, lastDay, recounts, yearOfPlay } from '../../../test/year-of-play.mjs'

const provider = 'dhow-studio'
const markets = ['NA', 'IN'] as const
type Market = (typeof markets)[number]
let world: World
let manager: Awaited<ReturnType<World['operator']>>

beforeAll(async () => {
  world = await openWorld({}, { withoutJobs: true })
  manager = await world.operator('manager')
  const admin = await world.operator('admin')
  for (const market of markets)
    for (const rate of [
      { kind: 'provider', code: provider, base: 'ggr', basis_points: 1_225 },
      { kind: 'tax', code: 'gaming tax', base: 'ggr', basis_points: 1_500 },
      { kind: 'method', code: 'bank_detail:2', base: 'deposits', basis_points: 100 },
    ])
      await admin.call('PUT', '/staff/reports/rates', { market, from_day: '2025-01-01', ...rate })
  for (const statement of yearOfPlay({ players: 20, rounds: 300, deposits: 60 }))
    await asOwner(world.db, (tx) => tx.executeQuery(CompiledQuery.raw(statement)))
  await recalculateSums()
}, 300_000)
afterAll(() => world.close())

/** Recalculates all sums. */
async function recalculateSums() {
  await asOwner(world.db, async (tx) => {
    for (const table of [
      'day_movement',
      'player_day',
      'first_deposit',
      'quarter_movement',
      'player_movement',
      'game_day',
      'payment_hour',
      'cohort_day',
      'cohort_month',
      'cohort_vintage',
      'cohort_return',
      'active_day',
      'player_month',
      'player_quarter',
    ])
      await sql`delete from ${sql.table(`reports.${table}`)}`.execute(tx)
    await sql`update reports.rollup set up_to = 0, transfers = 0`.execute(tx)
  })
  await rollUpReports(world)
}

const read = async (path: string) => {
  const { status, json } = await manager.get(`/staff/reports${path}`)
  expect([path, status]).toEqual([path, 200])
  return json
}
const minor = (amount: string) =>
  Number(amount.startsWith('-') ? -(parseAmount(amount.slice(1)) ?? 0n) : parseAmount(amount))

interface Cohort {
  month: string
  vintage: { month: number; deposits: string; withdrawals: string }[]
  ltv: { days: number; per_player: string | null }[]
}

/** Cohort money by month and lifetime value, with the keys of the recount. */
function ofCohorts(cohorts: Cohort[]): Record<'vintage' | 'ltv', Counted> {
  const vintage = cohorts.flatMap(({ month, vintage: months }) =>
    months.map((row) => [
      `${month} ${row.month}`,
      { deposits: minor(row.deposits), withdrawals: minor(row.withdrawals) },
    ]),
  )
  const ltv = cohorts.flatMap(({ month, ltv: values }) =>
    values.flatMap(({ days, per_player }) =>
      per_player === null ? [] : [[`${month} ${days}`, { per_player: minor(per_player) }]],
    ),
  )
  const moved = ([, row]: unknown[]) => Object.values(row as Record<string, number>).some((value) => value !== 0)
  return { vintage: Object.fromEntries(vintage.filter(moved)), ltv: Object.fromEntries(ltv) }
}

interface Shown {
  day: string
  month: string
  game_id: string
  account: string
  code: string
  value: string
  values: Record<string, string>
  [figure: string]: unknown
}
type Counted = Record<string, Record<string, number>>

/** All figures of the reports by the keys of the recount, without zero rows. */
async function shown(market: Market, from: string, to: string): Promise<Record<string, Counted>> {
  const days = `?market=${market}&from=${from}&to=${to}`
  const report = await read(days)
  const statement = await read(`/providers${days}&provider=${provider}`)
  const methods = await read(`/methods${days}`)
  const tax = await read(`/tax${days}`)
  const cohorts = await read(`/cohorts${days}`)
  const valueOf = (code: string): string => report.figures.find((one: Shown) => one.code === code).value
  const figure = (code: string) => Number(valueOf(code))
  const by = (rows: Shown[], keyOf: (row: Shown) => string, valueOf: (row: Shown) => Record<string, number>): Counted =>
    Object.fromEntries(rows.map((row) => [keyOf(row), valueOf(row)]))
  const money = ['deposits', 'withdrawals', 'turnover', 'wins', 'bonus_cost']
  const played = report.days.filter(({ values }: Shown) =>
    [...money, 'active_players'].some((code) => Number(values[code]) !== 0),
  )
  return {
    days: by(
      played,
      ({ day }) => day,
      ({ values }) => ({
        ...Object.fromEntries(money.map((code) => [code, minor(values[code] ?? '')])),
        active_players: Number(values['active_players']),
      }),
    ),
    total: { total: { active: figure('active_players'), first_deposits: figure('first_deposits') } },
    games: by(
      statement.games,
      ({ game_id }) => game_id,
      (row) => ({
        stakes: minor(String(row['stakes'])),
        wins: minor(String(row['wins'])),
        rounds: Number(row['rounds']),
        rolled_back: minor(String(row['rolled_back'])),
      }),
    ),
    accounts: by(
      methods.accounts,
      ({ account }) => account,
      (row) => ({
        count: Number(row['count']),
        deposits: minor(String(row['deposits'])),
        reversed: minor(String(row['reversed'])),
      }),
    ),
    tax: by(
      tax.months,
      ({ month }) => month,
      (row) => ({ base: minor(String(row['base_amount'])), tax: minor(String(row['fee'])) }),
    ),
    fees: { fee: { fee: minor(statement.fee) } },
    payment_fees: by(
      methods.accounts.filter(({ account }: Shown) => account === 'bank_detail:2'),
      ({ account }) => account,
      (row) => ({ fee: minor(String(row['fee'])) }),
    ),
    sums: {
      total: Object.fromEntries(
        ['provider_fees', 'payment_fees', 'tax', 'ngr'].map((code) => [code, minor(valueOf(code))]),
      ),
    },
    ...ofCohorts(cohorts.cohorts),
    retention: by(
      cohorts.cohorts,
      ({ month }) => month,
      (row) => ({
        players: Number(row['players']),
        back: (row['retention'] as { day: number; back: number }[]).find(({ day }) => day === 7)?.back ?? 0,
      }),
    ),
  }
}

/** Recounts from the transfers. */
async function recounted(market: Market, from: string, to: string): Promise<Record<string, Counted>> {
  const all: Record<string, Counted> = {}
  for (const [name, text] of Object.entries(recounts(market))) {
    const { rows } = await asOwner(world.db, (tx) =>
      tx.executeQuery<{ key: string; value: Record<string, number> }>(CompiledQuery.raw(text, [from, to])),
    )
    all[name] = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  }
  // Omit days without figures.
  for (const [day, values] of Object.entries(all['days'] ?? {}))
    if (Object.values(values).every((value) => value === 0)) delete all['days']?.[day]
  return all
}

const periods = [
  [firstDay, lastDay],
  ['2026-02-28', '2026-03-01'],
] as const
const cases = markets.flatMap((market) => periods.map(([from, to]) => ({ market, from, to })))

describe('a year of play', { timeout: 120_000 }, () => {
  it.each(cases)(
    'equals a recount from the transfers exactly in every report of $market: $from to $to',
    async ({ market, from, to }) => {
      const counted = await recounted(market, from, to)
      expect(await shown(market, from, to)).toEqual(counted)
      if (from === firstDay)
        for (const rows of Object.values(counted)) expect(Object.keys(rows).length).toBeGreaterThan(0)
    },
  )

  const text = readFileSync(new URL('../../../database/functions/reports/add_movements.sql', import.meta.url), 'utf8')
  const settled = `(select round.started_at from gateway.transactions call join gateway.rounds round
    on round.player_id = call.player_id and round.provider_code = call.provider_code and round.round_id = call.round_id
    where call.posting_id = posting.id and call.kind = 'win')`
  const faults: [mistake: string, right: string, wrong: string][] = [
    [
      'a late settlement counts on the day of its round',
      '(posting.happened_at at time zone cut.zone)',
      `(coalesce(${settled}, posting.happened_at) at time zone cut.zone)`,
    ],
    [
      'a stake counts when it is put, also one that is rolled back after midnight',
      "p_sign * coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play') and credit like 'gaming\\_result:%'), 0)",
      "p_sign * coalesce(sum(amount_minor) filter (where debit = 'cash'), 0)",
    ],
    [
      'a stake of bonus money is turnover',
      "p_sign * coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play') and credit like 'gaming\\_result:%'), 0)",
      "p_sign * coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play', 'bonus') and credit like 'gaming\\_result:%'), 0)",
    ],
    ['a test player is counted', 'coalesce(player.is_test, false)', 'false'],
    ['days are those of UTC', 'at time zone cut.zone', "at time zone 'UTC'"],
  ]

  it.each(faults)('differs if %s', async (_, right, wrong) => {
    const planted = text.replace(right, wrong)
    expect(planted).not.toBe(text)
    const replace = (body: string) => asOwner(world.db, (tx) => tx.executeQuery(CompiledQuery.raw(body)))
    await replace(planted)
    await recalculateSums()
    const wrongly = await shown('NA', firstDay, lastDay)
    await replace(text)
    await recalculateSums()
    expect(wrongly).not.toEqual(await recounted('NA', firstDay, lastDay))
    expect(await shown('NA', firstDay, lastDay)).toEqual(await recounted('NA', firstDay, lastDay))
  })
})
