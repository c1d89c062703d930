import { formatDecimal } from '@dhow/contract/money'
import type { QueryOf } from '@dhow/contract/operation'
import { retentionDays, valueDays, type staffReportCohorts } from '@dhow/contract/report-cohorts'
import type { Market } from '@dhow/contract/shapes'
import { sql, type RawBuilder } from 'kysely'
import { dayIn, markets } from '../portal/index.ts'
import { addDays, periodOf, type Period } from './days.ts'
import { sumsOf } from './figures.ts'
import type { ReportParts } from './parts.ts'
import { noCounts, valuesOf } from './read-report.ts'
import { readRates, type DayMovement } from './store.ts'

const daysWithoutAsking = 180

/**
 * Players of a market by the month of their first deposit: who came back, what they paid in and took out by month, and their NGR. From the sums by
 * player and day.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readCohorts(parts: ReportParts, query: QueryOf<typeof staffReportCohorts>) {
  const { market } = query
  const { timezone, currency } = markets[market]
  const today = dayIn(timezone, parts.platform.clock.now())
  const from = query.from ?? addDays(query.to ?? today, 1 - daysWithoutAsking)
  const period = periodOf({ ...query, from }, timezone, parts.platform.clock.now())
  const { kysely } = parts.platform.db
  const cohort = cohortIn(market, period)
  const { rows: months } = await sql<CohortRow>`
    with cohort as (${cohort})
    select to_char(cohort.day, 'YYYY-MM') as month, count(*) as players, max(cohort.day)::text as last_day,
      array[${sql.join(retentionDays.map((after) => passed(after, today)))}] as of_days,
      array[${sql.join(retentionDays.map((after) => cameBack(after, today)))}] as back_days
    from cohort group by 1 order by 1`.execute(kysely)
  const { rows: paid } = await sql<PaidRow>`
    with cohort as (${cohort})
    select to_char(cohort.day, 'YYYY-MM') as month,
      ((extract(year from moved.day) - extract(year from cohort.day)) * 12 + extract(month from moved.day) - extract(month from cohort.day))::int as age,
      debit, credit, sum(amount_minor)::bigint as amount_minor
    from cohort join reports.player_movement moved on moved.player_id = cohort.player_id and moved.day >= cohort.day
    group by 1, 2, 3, 4`.execute(kysely)
  const { rows: moved } = await sql<DayMovement & { month: string; within: number }>`
    with cohort as (${cohort})
    select to_char(cohort.day, 'YYYY-MM') as month, least_days.days as within, moved.day::text as day, '' as reason, debit, credit,
      sum(transfers)::bigint as transfers, sum(amount_minor)::bigint as amount_minor
    from cohort join reports.player_movement moved on moved.player_id = cohort.player_id and moved.day >= cohort.day
    cross join lateral (select min(days) as days from unnest(${[...valueDays]}::int[]) as days where moved.day < cohort.day + days) least_days
    where least_days.days is not null
    group by 1, 2, 3, 5, 6`.execute(kysely)
  const rates = await readRates(parts, market)
  return {
    market,
    currency,
    today,
    ...period,
    cohorts: months.map((row) => ({
      month: row.month,
      players: Number(row.players),
      retention: retentionDays.map((day, index) => ({
        day,
        back: Number(row.back_days[index]),
        of: Number(row.of_days[index]),
      })),
      vintage: vintageOf(paid.filter(({ month }) => month === row.month)),
      ltv: valueDays.map((days) => ({
        days,
        per_player:
          addDays(row.last_day, days) > today
            ? null
            : perPlayer(
                valuesOf(
                  moved.filter(({ month, within }) => month === row.month && within <= days),
                  rates,
                  noCounts,
                ).ngr,
                row.players,
              ),
      })),
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

const cohortIn = (market: Market, { from, to }: Period): RawBuilder<unknown> => sql`
  select player_id, day from reports.first_deposit
  where market = ${market} and not is_test and day between ${from}::date and ${to}::date`

/** How many had the day so many days after. A day counts once it has passed. */
const passed = (after: number, today: string) =>
  sql`count(*) filter (where cohort.day + ${after}::int < ${today}::date)`

/** How many of them staked on it. */
const cameBack = (
  after: number,
  today: string,
) => sql`count(*) filter (where cohort.day + ${after}::int < ${today}::date and exists (
    select from reports.player_day played
    where played.player_id = cohort.player_id and played.day = cohort.day + ${after}::int and played.stakes > 0
  ))`

function vintageOf(rows: readonly PaidRow[]) {
  const last = Math.max(-1, ...rows.map(({ age }) => age))
  return Array.from({ length: last + 1 }, (_, month) => {
    const { deposits, withdrawals } = sumsOf(rows.filter(({ age }) => age === month))
    return { month, deposits: formatDecimal(deposits), withdrawals: formatDecimal(withdrawals) }
  })
}

/** An amount divided by players, halves away from zero. */
function perPlayer(amountMinor: bigint, players: bigint): string {
  const [size, sign] = amountMinor < 0n ? [-amountMinor, -1n] : [amountMinor, 1n]
  return formatDecimal((sign * (size * 2n + players)) / (players * 2n))
}
