import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf } from '@dhow/contract/operation'
import { retentionDays, valueDays, type staffReportCohorts } from '@dhow/contract/report-cohorts'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { dayIn, markets } from '../portal/index.ts'
import { addToDays, noCounts, valuesOfDays, type AmountsByDay } from './day-values.ts'
import { addDays, periodOf, wholeMonthsOf, type Period } from './days.ts'
import { sumsOf } from './figures.ts'
import type { ReportParts } from './parts.ts'
import { readRates, type DayMovement } from './store.ts'
import type { RateRow } from './tables.ts'

const defaultDays = 180

/**
 * Players of a market by month of their first deposit: returning players, deposits and withdrawals by month, and NGR.
 * Reads cohort sums, whose number does not depend on the number of players.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readCohorts(parts: ReportParts, query: QueryOf<typeof staffReportCohorts>) {
  const { market } = query
  const { timezone, currency } = markets[market]
  const today = dayIn(timezone, parts.platform.clock.now())
  const from = query.from ?? addDays(query.to ?? today, 1 - defaultDays)
  const period = periodOf({ ...query, from }, timezone, parts.platform.clock.now())
  const cohorts = await readPlayers(parts, market, period, today)
  const paid = await readPaid(parts, market, period)
  const moved = await readMoved(parts, market, period)
  const rates = await readRates(parts, market)
  return {
    market,
    currency,
    today,
    ...period,
    cohorts: cohorts.map((row) => ({
      month: row.month,
      players: Number(row.players),
      retention: retentionDays.map((day, index) => ({
        day,
        back: Number(row.back_days[index]),
        of: Number(row.of_days[index]),
      })),
      vintage: vintageOf(paid.filter(({ month }) => month === row.month)),
      ltv: ltvOf(
        row,
        moved.filter(({ month }) => month === row.month),
        rates,
        today,
      ),
    })),
  }
}

interface CohortRow {
  month: string
  players: bigint
  last_day: string
  of_days: bigint[]
  back_days: bigint[]
}

interface PaidRow {
  month: string
  /** Calendar months since the first deposit. */
  age: number
  debit: string
  credit: string
  amount_minor: bigint
}

/** Players of each month, and how many returned on past days. */
async function readPlayers({ platform: { db } }: ReportParts, market: Market, { from, to }: Period, today: string) {
  const passed = (days: number) => sql`first_day + ${days}::int < ${today}::date`
  const { rows } = await sql<CohortRow>`
    select to_char(first_day, 'YYYY-MM') as month, (sum(players) filter (where days = 0))::bigint as players,
      (max(first_day) filter (where days = 0 and players > 0))::text as last_day,
      array[${sql.join(retentionDays.map((days) => sql`coalesce(sum(players) filter (where days = 0 and ${passed(days)}), 0)::bigint`))}] as of_days,
      array[${sql.join(retentionDays.map((days) => sql`coalesce(sum(players) filter (where days = ${days}::int and ${passed(days)}), 0)::bigint`))}] as back_days
    from reports.cohort_return where market = ${market} and not is_test and first_day between ${from}::date and ${to}::date
    group by 1 having sum(players) filter (where days = 0) > 0 order by 1`.execute(db.kysely)
  return rows
}

async function readPaid({ platform: { db } }: ReportParts, market: Market, { from, to }: Period) {
  const { rows } = await sql<PaidRow>`
    select to_char(first_month, 'YYYY-MM') as month,
      ((extract(year from month) - extract(year from first_month)) * 12 + extract(month from month) - extract(month from first_month))::int as age,
      debit, credit, amount_minor
    from (
      select date_trunc('month', first_day::timestamp) as first_month, month, debit, credit, sum(amount_minor)::bigint as amount_minor
      from reports.cohort_vintage
      where market = ${market} and not is_test and first_day between ${from}::date and ${to}::date and transfers <> 0
      group by 1, 2, 3, 4
    ) paid`.execute(db.kysely)
  return rows
}

type MovedRow = DayMovement & { month: string; within: number }

/**
 * Movements of each day by month of the first deposit: stored sums for whole months, sums of cohorts for other days.
 */
async function readMoved({ platform: { db } }: ReportParts, market: Market, period: Period): Promise<MovedRow[]> {
  const { begins, ends } = wholeMonthsOf(period)
  const { rows } = await sql<MovedRow>`
    select left(first_month::text, 7) as month, days as within, day::text as day, '' as reason, debit, credit, transfers, amount_minor
    from reports.cohort_month where market = ${market} and not is_test and first_month >= ${begins}::date and first_month < ${ends}::date
    union all
    select left(first_day::text, 7), reports.days_since(first_day, day), day::text, '', debit, credit, sum(transfers)::bigint, sum(amount_minor)::bigint
    from reports.cohort_day where market = ${market} and not is_test and first_day between ${period.from}::date and ${period.to}::date
      and (first_day < ${begins}::date or first_day >= ${ends}::date)
    group by 1, 2, 3, 5, 6`.execute(db.kysely)
  return rows
}

/** NGR per player of a cohort; null until all of its players have had the days. */
function ltvOf({ players, last_day }: CohortRow, moved: readonly MovedRow[], rates: readonly RateRow[], today: string) {
  // A longer period includes the days of the shorter ones.
  const amounts: AmountsByDay = new Map()
  return valueDays.map((days) => {
    addToDays(
      amounts,
      moved.filter(({ within }) => within === days),
    )
    const isOver = addDays(last_day, days) <= today
    return { days, per_player: isOver ? perPlayer(valuesOfDays(amounts, rates, noCounts).ngr, players) : null }
  })
}

function vintageOf(rows: readonly PaidRow[]) {
  const last = Math.max(-1, ...rows.map(({ age }) => age))
  return Array.from({ length: last + 1 }, (_, month) => {
    const { deposits, withdrawals } = sumsOf(rows.filter(({ age }) => age === month))
    return { month, deposits: formatDecimal(deposits), withdrawals: formatDecimal(withdrawals) }
  })
}

/** Amount divided by players, halves rounded away from zero. */
function perPlayer(amountMinor: bigint, players: bigint): string {
  const [size, sign] = amountMinor < 0n ? [-amountMinor, -1n] : [amountMinor, 1n]
  return formatDecimal((sign * (size * 2n + players)) / (players * 2n))
}
