import type { Market } from '@dhow/contract/shapes'
import { sql, type RawBuilder } from 'kysely'
import { periodBefore, wholeMonthsOf, type Period } from '../days.ts'
import type { ReportParts } from '../parts.ts'
import {
  count,
  instant,
  isBehind,
  microseconds,
  money,
  pageOf,
  spanOf,
  type Cells,
  type Listed,
  type Page,
  type Reading,
  type Scope,
} from './reading.ts'

/** Sums of each player over some days: stored monthly sums for whole months, daily sums for other days. */
const playedIn = (market: Market, period: Period, isNow: boolean) => {
  const { begins, ends } = wholeMonthsOf(period)
  return sql`
    select player_id, ${isNow}::boolean as is_now, stakes, days, last_day, settled_minor, won_minor, deposit_minor from reports.player_month
    where market = ${market} and not is_test and month >= ${begins}::date and month < ${ends}::date
    union all
    select player_id, ${isNow}::boolean, stakes, (stakes > 0)::int, case when stakes > 0 then day end, settled_minor, won_minor, deposit_minor from reports.player_day
    where market = ${market} and not is_test and day between ${period.from}::date and ${period.to}::date and (day < ${begins}::date or day >= ${ends}::date)`
}

/**
 * Sums of each player over a period and the preceding one; a player was active in a period if its `stakes` is above
 * zero.
 */
const played = ({ market, ...period }: Scope) => sql`
    select player_id, coalesce(sum(stakes) filter (where is_now), 0) as stakes, coalesce(sum(stakes) filter (where not is_now), 0) as stakes_before,
      coalesce(sum(settled_minor) filter (where is_now), 0)::bigint as turnover, coalesce(sum(settled_minor) filter (where not is_now), 0)::bigint as turnover_before,
      coalesce(sum(won_minor) filter (where is_now), 0)::bigint as wins,
      coalesce(sum(deposit_minor) filter (where is_now), 0)::bigint as deposits, coalesce(sum(deposit_minor) filter (where not is_now), 0)::bigint as deposits_before,
      coalesce(sum(days) filter (where is_now), 0)::bigint as days, max(last_day) as last_day
    from (${playedIn(market, period, true)} union all ${playedIn(market, periodBefore(period), false)}) played
    group by player_id`

interface PlayedRow {
  kind: 'top' | 'lapsed'
  place: bigint
  place_id: string
  player_name: string
  turnover: bigint
  turnover_before: bigint
  wins: bigint
  deposits: bigint
  deposits_before: bigint
  days: bigint
  last_day: string
}

/** Players with the most GGR, and lapsed players with the most turnover: the first rows of both lists, or one list after a cursor. */
async function readPlayed(
  { platform: { db } }: ReportParts,
  scope: Scope,
  size: number,
  one: { of: PlayedRow['kind']; behind: Page['behind'] } | null,
): Promise<PlayedRow[]> {
  const from = (kind: PlayedRow['kind'], value: RawBuilder<unknown>) =>
    one !== null && one.of !== kind ? sql`false` : isBehind(one?.behind ?? null, value, sql`player_id`)
  const { rows } = await sql<PlayedRow>`
    with sums as materialized (${played(scope)}),
    top as (
      select 'top' as kind, turnover - wins as place, sums.* from sums where (stakes > 0 or turnover > 0 or wins > 0) and ${from('top', sql`turnover - wins`)}
      order by turnover - wins desc, player_id desc limit ${size + 1}
    ), lapsed as (
      select 'lapsed' as kind, turnover_before as place, sums.* from sums where stakes = 0 and stakes_before > 0 and ${from('lapsed', sql`turnover_before`)}
      order by turnover_before desc, player_id desc limit ${size + 1}
    )
    select kind, place, player_id as place_id, player_name, turnover, turnover_before, wins, deposits, deposits_before, days, last_day::text as last_day
    from (select * from top union all select * from lapsed) listed join accounts.player_card player on player.id = listed.player_id and player.market = ${scope.market} and not player.is_test
    order by kind, place desc, player_id desc`.execute(db.kysely)
  return rows
}

const topCells = (row: PlayedRow): Cells => ({
  ...{ player: row.place_id, name: row.player_name, ggr: money(row.turnover - row.wins) },
  ...{ turnover: money(row.turnover), wins: money(row.wins), deposits: money(row.deposits) },
  days: count(row.days),
})

const lapsedCells = (row: PlayedRow): Cells => ({
  ...{ player: row.place_id, name: row.player_name, last_day: row.last_day },
  ...{ turnover: money(row.turnover_before), deposits: money(row.deposits_before) },
})

interface NewRow {
  place: bigint
  place_id: string
  player_name: string
  created_at: Date
  first_deposit: string | null
  turnover: bigint | null
  deposits: bigint | null
}

async function readNew({ platform: { db } }: ReportParts, scope: Scope, { behind, size }: Page): Promise<Listed> {
  const { begins, ends } = spanOf(scope)
  const { rows } = await sql<NewRow>`
    select player.id as place_id, ${microseconds(sql`player.created_at`)} as place, player.player_name, player.created_at, first.day::text as first_deposit, sums.turnover, sums.deposits
    from (
      select id, player_name, created_at from accounts.player_card where market = ${scope.market} and not is_test and created_at >= ${begins} and created_at < ${ends}
        and ${isBehind(behind, microseconds(sql`created_at`), sql`id`)}
      order by created_at desc, id desc limit ${size + 1}
    ) player
    left join reports.first_deposit first on first.player_id = player.id
    left join lateral (
      select sum(settled_minor)::bigint as turnover, sum(deposit_minor)::bigint as deposits from reports.player_day known
      where known.player_id = player.id and known.day between ${scope.from}::date and ${scope.to}::date
    ) sums on true
    order by player.created_at desc, player.id desc`.execute(db.kysely)
  return pageOf(
    rows,
    (row) => ({
      ...{ player: row.place_id, name: row.player_name, at: instant(row.created_at) },
      ...{ first_deposit: row.first_deposit, deposits: money(row.deposits), turnover: money(row.turnover) },
    }),
    size,
  )
}

async function figures({ platform: { db } }: ReportParts, scope: Scope): Promise<Cells> {
  const { begins, ends } = spanOf(scope)
  const { market, from, to } = scope
  const earlier = periodBefore(scope).from
  // Each player has one first day in a period. Players of both periods, minus those of this one, have lapsed.
  const { rows } = await sql<{ active: bigint; new: bigint; lapsed: bigint }>`
    select active, both_periods - active as lapsed,
      (select count(*) from accounts.player_card where market = ${market} and not is_test and created_at >= ${begins} and created_at < ${ends}) as new
    from (
      select coalesce(sum(players) filter (where day >= ${from}::date and previous_day < ${from}::date), 0)::bigint as active,
        coalesce(sum(players) filter (where previous_day < ${earlier}::date), 0)::bigint as both_periods
      from reports.active_day where market = ${market} and not is_test and day between ${earlier}::date and ${to}::date
    ) counted`.execute(db.kysely)
  const [row] = rows
  return { active: count(row?.active ?? null), new: count(row?.new ?? null), lapsed: count(row?.lapsed ?? null) }
}

/**
 * Top, new and lapsed players: figures from `reports.active_day`, rows from `reports.player_month` and the days around
 * the months.
 */
export const players: Reading = {
  figures,
  async whole(parts, scope, size) {
    const listed = await readPlayed(parts, scope, size, null)
    const of = (kind: PlayedRow['kind']) => listed.filter((row) => row.kind === kind)
    return {
      figures: await figures(parts, scope),
      tables: {},
      lists: {
        top: pageOf(of('top'), topCells, size),
        new: await readNew(parts, scope, { behind: null, size }),
        lapsed: pageOf(of('lapsed'), lapsedCells, size),
      },
    }
  },
  pages: {
    top: async (parts, scope, { behind, size }) =>
      pageOf(await readPlayed(parts, scope, size, { of: 'top', behind }), topCells, size),
    new: readNew,
    lapsed: async (parts, scope, { behind, size }) =>
      pageOf(await readPlayed(parts, scope, size, { of: 'lapsed', behind }), lapsedCells, size),
  },
}
