import { comparedFigures } from '@dhow/contract/overview'
import { formatDecimal } from '@dhow/contract/money'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { dayIn, markets } from '../portal/index.ts'
import { noCounts, valuesOf } from './day-values.ts'
import { addDays } from './days.ts'
import type { ReportParts } from './parts.ts'
import { readRates, type DayMovement } from './store.ts'

const quarterMs = 15 * 60_000
const weekDays = 7

/** Figures of a market's current day, and of the same weekday a week before up to the same full quarter of an hour. */
export async function readSameTime(parts: ReportParts, market: Market) {
  const { db, clock } = parts.platform
  const { timezone } = markets[market]
  const day = dayIn(timezone, clock.now())
  const compared_day = addDays(day, -weekDays)
  const { rolled_at } = await db.kysely.selectFrom('reports.rollup').select('rolled_at').executeTakeFirstOrThrow()
  // The sums end with the last roll-up.
  const summedUntil = new Date(Math.min(clock.now().getTime(), rolled_at.getTime()))
  const until = new Date(Math.floor(summedUntil.getTime() / quarterMs) * quarterMs)
  const { rows } = await sql<DayMovement & { time: string | null }>`
    with span as (
      select day, (${day}::date::timestamp at time zone ${timezone}) as today,
        day::timestamp at time zone ${timezone} as begins,
        ((${until}::timestamptz at time zone ${timezone}) - (${day}::date - day) * interval '1 day') at time zone ${timezone} as ends
      from (values (${day}::date), (${compared_day}::date)) as compared (day)
    )
    select span.day::text as day, '' as reason, debit, credit, sum(transfers)::bigint as transfers, sum(amount_minor)::bigint as amount_minor
    from span join reports.quarter_movement moved on moved.quarter >= span.begins and moved.quarter < span.ends
    where moved.market = ${market} and not moved.is_test and ${until}::timestamptz > span.today
    group by 1, 3, 4`.execute(db.kysely)
  const rates = await readRates(parts, market)
  const of = (which: string) =>
    valuesOf(
      rows.filter((row) => row.day === which),
      rates,
      noCounts,
    )
  const [now, before] = [of(day), of(compared_day)]
  return {
    until: dayIn(timezone, until) === day && timeIn(timezone, until) !== '00:00' ? timeIn(timezone, until) : null,
    compared_day,
    figures: comparedFigures.map((code) => ({
      code,
      value: formatDecimal(now[code]),
      before: formatDecimal(before[code]),
    })),
  }
}

const timeIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)
