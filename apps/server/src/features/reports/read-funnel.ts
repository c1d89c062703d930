import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import type { FunnelStep, staffFunnel } from '@dhow/contract/report-funnel'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { firstIdAt } from '../../platform/ids.ts'
import { methods as transfers } from '../deposits/index.ts'
import { dayIn, markets } from '../portal/index.ts'
import { daysOf, periodOf, type Period } from './days.ts'
import type { ReportParts } from './parts.ts'

type Reply = Omit<ReplyOf<typeof staffFunnel>, 'status'>
type Counts = Record<FunnelStep, number>
type TimedStep = 'chose' | 'submitted' | 'approved' | 'credited'

const minuteMs = 60_000

/**
 * Visits to the cashier and payments of a market by method, day and hour, with the time between their steps.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readFunnel(parts: ReportParts, query: QueryOf<typeof staffFunnel>): Promise<Reply> {
  const { market, method } = query
  const { timezone } = markets[market]
  const period = periodOf(query, timezone, parts.platform.clock.now())
  const rows = (await readSteps(parts, market, period)).filter((row) => method === undefined || row.method === method)
  const times = await readTimes(parts, market, period)
  const chosen = [...new Set(rows.map((row) => row.method))].filter((code) => code !== '').toSorted()
  const opened = (some: readonly StepRow[]) => countOf(some, 'opened')
  return {
    market,
    today: dayIn(timezone, parts.platform.clock.now()),
    ...period,
    opened: opened(rows),
    methods: chosen.map((code) => ({
      method: code,
      name: methodNameOf(parts, code),
      ...countsOf(rows.filter((row) => row.method === code)),
      opened: opened(rows),
      times: {
        chose: timeOf(times, code, 'chose'),
        submitted: timeOf(times, code, 'submitted'),
        approved: timeOf(times, code, 'approved'),
        credited: timeOf(times, code, 'credited'),
      },
    })),
    days: daysOf(period).map((day) => ({ day, ...countsOf(rows.filter((row) => row.day === day)) })),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, ...countsOf(rows.filter((row) => row.hour === hour)) })),
  }
}

/** Name of a method in English: of a transfer, or of a service. */
export const methodNameOf = ({ payments }: Pick<ReportParts, 'payments'>, code: string): string =>
  transfers.find((one) => one.code === code)?.displayName ?? payments.catalogue.find(code).displayName

interface StepRow {
  day: string
  hour: number
  method: string
  step: FunnelStep
  count: bigint
}

const countOf = (rows: readonly StepRow[], step: FunnelStep): number =>
  rows.reduce((sum, row) => sum + (row.step === step ? Number(row.count) : 0), 0)

const countsOf = (rows: readonly StepRow[]): Counts => ({
  opened: countOf(rows, 'opened'),
  chose: countOf(rows, 'chose'),
  submitted: countOf(rows, 'submitted'),
  approved: countOf(rows, 'approved'),
  credited: countOf(rows, 'credited'),
})

/** Visits with their players, and sums of those whose players were forgotten. */
const visitsIn = (market: Market, { from, to }: Period) => {
  const { timezone } = markets[market]
  return sql`
    select day, hour, step, method, visits, seconds from reports.visit_sums(${market}, ${timezone},
      ${from}::date::timestamp at time zone ${timezone}, (${to}::date + 1)::timestamp at time zone ${timezone}) where not is_test
    union all
    select day, hour, step, method, visits, seconds from reports.visit_hour
    where market = ${market} and day between ${from}::date and ${to}::date and not is_test`
}

/** Payments that were submitted in a period. Their ids sort by time, so that only those of the period are read. */
export const paymentsIn = (market: Market, { from, to }: Period) => {
  const { timezone } = markets[market]
  const since = new Date(Date.parse(from) - 24 * 60 * minuteMs)
  const until = new Date(Date.parse(to) + 49 * 60 * minuteMs)
  return sql`
    select * from reports.payment_steps
    where market = ${market} and submitted_at >= ${from}::date::timestamp at time zone ${timezone}
      and submitted_at < (${to}::date + 1)::timestamp at time zone ${timezone}
      and ((id >= ${firstIdAt('dep', since)} and id < ${firstIdAt('dep', until)})
        or (id >= ${firstIdAt('pay', since)} and id < ${firstIdAt('pay', until)}))`
}

async function readSteps({ platform: { db } }: ReportParts, market: Market, period: Period): Promise<StepRow[]> {
  const { timezone } = markets[market]
  const { rows } = await sql<StepRow>`
    with payment as materialized (${paymentsIn(market, period)})
    select day::text as day, hour::int as hour, method, step, sum(visits)::bigint as count
    from (${visitsIn(market, period)}) visit where step <> 'submitted' group by 1, 2, 3, 4
    union all
    select (submitted_at at time zone ${timezone})::date::text, extract(hour from submitted_at at time zone ${timezone})::int, method, reached.step, count(*)
    from payment
    cross join lateral (values ('submitted', submitted_at), ('approved', approved_at), ('credited', credited_at)) as reached (step, at)
    where reached.at is not null group by 1, 2, 3, 4`.execute(db.kysely)
  return rows
}

interface TimeRow {
  method: string
  step: TimedStep
  median: number
  p90: number
}

async function readTimes({ platform: { db } }: ReportParts, market: Market, period: Period): Promise<TimeRow[]> {
  const { rows } = await sql<TimeRow>`
    with payment as materialized (${paymentsIn(market, period)})
    select method, step, percentile_cont(0.5) within group (order by seconds)::float8 as median,
      percentile_cont(0.9) within group (order by seconds)::float8 as p90
    from (
      select method, step, unnest(seconds)::float8 as seconds from (${visitsIn(market, period)}) visit where step <> 'opened'
      union all
      select method, reached.step, extract(epoch from reached.at - submitted_at)::float8 from payment
      cross join lateral (values ('approved', approved_at), ('credited', credited_at)) as reached (step, at) where reached.at is not null
    ) timed
    group by 1, 2`.execute(db.kysely)
  return rows
}

function timeOf(times: readonly TimeRow[], method: string, step: TimedStep) {
  const row = times.find((one) => one.method === method && one.step === step)
  return { median_s: row ? Math.round(row.median) : null, p90_s: row ? Math.round(row.p90) : null }
}
