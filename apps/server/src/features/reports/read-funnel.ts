import type { QueryOf, ReplyOf } from '@dhow/contract/operation'
import type { FunnelStep, staffFunnel } from '@dhow/contract/report-funnel'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { methods as transfers } from '../deposits/index.ts'
import { dayIn, markets } from '../portal/index.ts'
import { listDays, periodOf, type Period } from './days.ts'
import type { ReportParts } from './parts.ts'

type Reply = Omit<ReplyOf<typeof staffFunnel>, 'status'>
type Counts = Record<FunnelStep, number>
type TimedStep = 'chose' | 'submitted' | 'approved' | 'credited'

/**
 * Cashier visits and payments of a market by method, day and hour, with the time between their steps.
 * @throws Refusal `report_backwards`, `report_too_long`
 */
export async function readFunnel(parts: ReportParts, query: QueryOf<typeof staffFunnel>): Promise<Reply> {
  const { market, method } = query
  const { timezone } = markets[market]
  const period = periodOf(query, timezone, parts.platform.clock.now())
  const steps = await readSteps(parts, market, period, method)
  const times = await readTimes(parts, market, period)
  const countsOf = (kind: StepRow['kind'], key: string): Counts => ({
    opened: steps.get(keyOf({ kind, key, step: 'opened' })) ?? 0,
    chose: steps.get(keyOf({ kind, key, step: 'chose' })) ?? 0,
    submitted: steps.get(keyOf({ kind, key, step: 'submitted' })) ?? 0,
    approved: steps.get(keyOf({ kind, key, step: 'approved' })) ?? 0,
    credited: steps.get(keyOf({ kind, key, step: 'credited' })) ?? 0,
  })
  const { opened } = countsOf('method', '')
  return {
    market,
    today: dayIn(timezone, parts.platform.clock.now()),
    ...period,
    opened,
    methods: methodsOf(steps).map((code) => ({
      method: code,
      name: methodNameOf(parts, code),
      ...countsOf('method', code),
      opened,
      times: {
        chose: timeOf(times, code, 'chose'),
        submitted: timeOf(times, code, 'submitted'),
        approved: timeOf(times, code, 'approved'),
        credited: timeOf(times, code, 'credited'),
      },
    })),
    days: listDays(period).map((day) => ({ day, ...countsOf('day', day) })),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, ...countsOf('hour', String(hour)) })),
  }
}

/** English name of a method: of a transfer, or of a service. */
export const methodNameOf = ({ payments }: Pick<ReportParts, 'payments'>, code: string): string =>
  transfers.find((one) => one.code === code)?.displayName ?? payments.catalogue.find(code).displayName

interface StepRow {
  kind: 'method' | 'day' | 'hour'
  /** Code of the method, day or hour. */
  key: string
  step: FunnelStep
}

const keyOf = ({ kind, key, step }: StepRow) => `${kind} ${key} ${step}`

/** Methods that a player chose or paid by, by code. */
const methodsOf = (steps: ReadonlyMap<string, number>) => {
  const codes = [...steps.keys()].flatMap((key) => /^method (\S+) /.exec(key)?.[1] ?? [])
  return [...new Set(codes)].toSorted()
}

/** Summed visits of past days, and single visits of later ones. */
const visitsIn = (market: Market, { from, to }: Period) => {
  const { timezone } = markets[market]
  return sql`
    select day, hour, step, method, visits, seconds from reports.visit_hour
    where market = ${market} and day between ${from}::date and ${to}::date and not is_test
    union all
    select sums.day, sums.hour, sums.step, sums.method, sums.visits, sums.seconds
    from (select greatest(${from}::date, coalesce((select before from reports.visit_mark where market = ${market}), '-infinity')) as day) since
    cross join lateral reports.visit_sums(
      ${market}, ${timezone}, since.day::timestamp at time zone ${timezone}, (${to}::date + 1)::timestamp at time zone ${timezone}
    ) sums
    where not sums.is_test and since.day <= ${to}::date`
}

/** Steps of payments submitted in a period. */
export const paymentsIn = (market: Market, { from, to }: Period) => {
  const { timezone } = markets[market]
  return sql`
    select id, method, day, hour, submitted_at, approved_at, credited_at from reports.payment_time
    where market = ${market} and submitted_at >= ${from}::date::timestamp at time zone ${timezone}
      and submitted_at < (${to}::date + 1)::timestamp at time zone ${timezone}`
}

/** Number of each step, by method, by day and by hour. */
async function readSteps({ platform: { db } }: ReportParts, market: Market, period: Period, method?: string) {
  const { rows } = await sql<StepRow & { count: bigint }>`
    with counted as (
      select day, hour, method, step, visits as count from (${visitsIn(market, period)}) visit where step <> 'submitted'
      union all
      select day, hour, method, reached.step, reached.count
      from (
        select day, hour, method, count(*) as submitted, count(approved_at) as approved, count(credited_at) as credited
        from (${paymentsIn(market, period)}) payment group by 1, 2, 3
      ) payment
      cross join lateral (values ('submitted', submitted), ('approved', approved), ('credited', credited)) as reached (step, count) where reached.count > 0
    )
    select case when grouping(method) = 0 then 'method' when grouping(day) = 0 then 'day' else 'hour' end as kind,
      coalesce(method, day::text, hour::text) as key, step, sum(count)::bigint as count
    from counted where ${method ?? null}::text is null or method = ${method ?? null}
    group by grouping sets ((method, step), (day, step), (hour, step))`.execute(db.kysely)
  return new Map(rows.map((row) => [keyOf(row), Number(row.count)]))
}

interface TimeRow {
  method: string
  step: TimedStep
  median: number
  p90: number
}

async function readTimes({ platform: { db } }: ReportParts, market: Market, period: Period): Promise<TimeRow[]> {
  const { rows } = await sql<TimeRow>`
    select method, step, percentile_cont(0.5) within group (order by seconds)::float8 as median,
      percentile_cont(0.9) within group (order by seconds)::float8 as p90
    from (
      select method, step, unnest(seconds)::float8 as seconds from (${visitsIn(market, period)}) visit where step <> 'opened'
      union all
      select method, reached.step, extract(epoch from reached.at - submitted_at)::float8 from (${paymentsIn(market, period)}) payment
      cross join lateral (values ('approved', approved_at), ('credited', credited_at)) as reached (step, at) where reached.at is not null
    ) timed
    group by 1, 2`.execute(db.kysely)
  return rows
}

function timeOf(times: readonly TimeRow[], method: string, step: TimedStep) {
  const row = times.find((one) => one.method === method && one.step === step)
  return { median_s: row ? Math.round(row.median) : null, p90_s: row ? Math.round(row.p90) : null }
}
