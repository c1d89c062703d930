import { harmMarkers } from '@dhow/contract/report-tables-risk'
import type { Market } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { smallestIdAt } from '../../../platform/ids.ts'
import { dayIn, markets } from '../../portal/index.ts'
import { addDays } from '../days.ts'
import type { ReportParts } from '../parts.ts'
import { chosenOf, readReviewing, reviewCells } from './reviews.ts'
import { pageOfRanked, rank, readReached, readRules, readSums, ruleCells, type Rules } from './player-rules.ts'
import { count, idsOf, money, type Cells, type Listed, type Page, type Reading, type Scope } from './reading.ts'

/** A session ends after this long without play. */
const pause = sql`interval '30 minutes'`

/**
 * Play sessions, from the quarters of an hour of the longest of these rules: a session counts on the day on which it
 * began.
 */
const sessions = ({ market, to }: Scope, since: string) => {
  const { timezone } = markets[market]
  return sql`
    with play as (
      select player_id, quarter, quarter at time zone ${timezone} as local, stakes, settled_minor - won_minor as loss, deposits,
        case when stakes > 0 then stake_minor::numeric / stakes end as stake,
        quarter - lag(quarter) over own as gap, lag(settled_minor - won_minor) over own as loss_before,
        lag(case when stakes > 0 then stake_minor::numeric / stakes end) over own as stake_before
      from reports.player_quarter
      where market = ${market} and not is_test and (stakes > 0 or deposits > 0)
        and quarter >= ${since}::date::timestamp at time zone ${timezone} and quarter < (${to}::date + 1)::timestamp at time zone ${timezone}
      window own as (partition by player_id order by quarter)
    ), numbered as (
      select play.*, count(*) filter (where gap is null or gap > ${pause}) over (partition by player_id order by quarter) as session from play
    )
    select player_id, min(local)::date as day, sum(loss) as loss, sum(deposits) as deposits,
      coalesce(max(quarter) filter (where stakes > 0) - min(quarter) filter (where stakes > 0) + interval '15 minutes' >= interval '2 hours', false) as is_long,
      case when count(stake) >= 4 and avg(stake) > 0 then (100 * stddev_pop(stake) / avg(stake))::bigint end as spread,
      count(*) filter (where gap <= ${pause} and loss_before > 0 and stake >= 1.5 * stake_before) as rises,
      count(*) filter (where stakes > 0 and extract(hour from local) < 6) as nights,
      bool_or(stakes > 0) as is_played
    from numbered group by player_id, session`
}

/** First day of rules whose period ends with the report's. */
const windowStart = (rules: Rules, { to }: Scope) => {
  const listDays = (code: string) => rules.get(code)?.days ?? 1
  return {
    of: (code: string) => sql`${addDays(to, 1 - listDays(code))}::date`,
    first: (...codes: string[]) => addDays(to, 1 - Math.max(...codes.map(listDays))),
  }
}

const played = ['session_loss', 'session_deposits', 'stake_spread', 'chasing', 'long_sessions', 'night'] as const

/** Values of each player for markers from play sums. */
const playValues = (scope: Scope, rules: Rules) => {
  const since = windowStart(rules, scope)
  const { market, to } = scope
  return sql`
    select player_id, found.code, found.value::bigint as value from (
      select player_id,
        (sum(loss) filter (where is_played and day >= ${since.of('session_loss')})
          / nullif(count(*) filter (where is_played and day >= ${since.of('session_loss')}), 0))::bigint as session_loss,
        max(deposits) filter (where is_played and day >= ${since.of('session_deposits')}) as session_deposits,
        max(spread) filter (where day >= ${since.of('stake_spread')}) as stake_spread,
        sum(rises) filter (where day >= ${since.of('chasing')}) as chasing,
        count(*) filter (where is_long and day >= ${since.of('long_sessions')}) as long_sessions,
        sum(nights) filter (where day >= ${since.of('night')}) as night
      from (${sessions(scope, since.first(...played))}) session group by player_id
    ) own cross join lateral (values ('session_loss', session_loss::numeric), ('session_deposits', session_deposits), ('stake_spread', stake_spread),
      ('chasing', chasing), ('long_sessions', long_sessions), ('night', night)) as found (code, value)
    union all
    select player_id, found.code, found.value::bigint from (
      select player_id, sum(settled_minor - won_minor) filter (where day >= ${since.of('net_loss')}) as net_loss,
        sum(settled_minor - won_minor) filter (where day >= ${since.of('day_loss')})
          / nullif(count(*) filter (where stakes > 0 and day >= ${since.of('day_loss')}), 0) as day_loss
      from reports.player_day
      where market = ${market} and not is_test and day between ${since.first('net_loss', 'day_loss')}::date and ${to}::date group by player_id
    ) own cross join lateral (values ('net_loss', net_loss), ('day_loss', day_loss)) as found (code, value)`
}

/** Values of each player for markers from payments, limits and questions. */
const otherValues = (scope: Scope, rules: Rules) => {
  const since = windowStart(rules, scope)
  const { market, to } = scope
  const { timezone } = markets[market]
  const deposits = idsOf('dep', { ...scope, from: since.first('failed_deposits') })
  const words = { ...scope, from: since.first('words') }
  const begins = (code: string) => sql`${since.of(code)}::timestamp at time zone ${timezone}`
  const ends = sql`(${to}::date + 1)::timestamp at time zone ${timezone}`
  return sql`
    select player_id, 'failed_deposits' as code, count(*) as value from deposits.deposits deposit
    where id >= ${deposits.since} and id < ${deposits.until} and state in ('rejected', 'cancelled', 'expired')
      and submitted_at >= ${begins('failed_deposits')} and submitted_at < ${ends} group by 1
    union all
    select player_id, 'methods', count(distinct method) from reports.payment_time
    where market = ${market} and submitted_at >= ${begins('methods')} and submitted_at < ${ends} group by 1
    union all
    select player_id, 'limit_raises', count(*) from limits.changes
    where what in ('raise_asked', 'removal_asked') and at >= ${begins('limit_raises')} and at < ${ends} group by 1
    union all
    select player_id, 'breaks', count(*) from limits.changes
    where what = 'began' and kind = 'time_out' and at >= ${begins('breaks')} and at < ${ends} group by 1
    union all
    select player_id, 'words', count(*) from help.worries
    where id >= ${smallestIdAt('hms', new Date(Date.parse(words.from) - 86_400_000))} and at >= ${begins('words')} and at < ${ends} group by 1`
}

/** Markers that players of the market have on the last day of a period, by the rules of now or by others. */
export async function readMarkers(parts: ReportParts, scope: Scope, tried?: Rules) {
  const rules = tried ?? (await readRules(parts.platform.db.kysely, 'harm', scope.market))
  const found = sql`${playValues(scope, rules)} union all ${otherValues(scope, rules)}`
  const { rows } = await readReached(parts, found, rules, scope)
  const levels = ['level_3', 'level_2', 'level_1'].map((code, index) => ({
    level: 3 - index,
    from: Number(rules.get(code)?.threshold ?? Infinity),
  }))
  const flagged = rank(rows, rules).flatMap((player) => {
    const level = levels.find(({ from }) => player.points >= from)?.level
    return level === undefined ? [] : [{ ...player, level }]
  })
  return { rules, values: rows, flagged }
}

/** Players of a market with markers of harm of at least a level today, reviewed or not. */
export async function playersAtLevel(parts: ReportParts, market: Market, least: number): Promise<string[]> {
  const today = dayIn(markets[market].timezone, parts.platform.clock.now())
  const { flagged } = await readMarkers(parts, { market, from: today, to: today })
  return flagged.filter(({ level }) => level >= least).map(({ id }) => id)
}

/** The same with the last reviews of these players. */
async function readReviewed(parts: ReportParts, scope: Scope) {
  const markers = await readMarkers(parts, scope)
  return { ...markers, ...(await readReviewing(parts, 'harm', markers.flagged)) }
}

type Markers = Awaited<ReturnType<typeof readReviewed>>

const figuresOf = ({ flagged, reviews }: Markers): Cells => {
  const at = (level: number) => count(flagged.filter((player) => player.level === level).length)
  return {
    ...{ flagged: count(flagged.length), level_1: at(1), level_2: at(2), level_3: at(3) },
    open: count(flagged.length - reviews.size),
  }
}

async function listFlagged(parts: ReportParts, scope: Scope, markers: Markers, page: Page): Promise<Listed> {
  const { shown, next } = pageOfRanked(chosenOf(scope, markers), page)
  const levels = new Map(markers.flagged.map(({ id, level }) => [id, level]))
  const from = windowStart(markers.rules, scope).first('net_loss')
  const known = await readSums(
    parts,
    shown.map(({ id }) => id),
    { ...scope, from },
  )
  return {
    next,
    rows: shown.map(({ id, codes, points }) => {
      const sums = known.get(id)
      return {
        ...{ player: id, name: sums?.player_name ?? null, level: count(levels.get(id) ?? null) },
        ...{ points: count(points), markers: codes.join(' ') },
        net_loss: money((sums?.turnover ?? 0n) - (sums?.wins ?? 0n)),
        ...reviewCells(markers.reviews.get(id), markers.assigned.get(id)),
      }
    }),
  }
}

/** Markers of gambling harm from the sums of play, payments, limits and questions. */
export const harm: Reading = {
  figures: async (parts, scope) => figuresOf(await readReviewed(parts, scope)),
  async whole(parts, scope, size) {
    const markers = await readReviewed(parts, scope)
    return {
      figures: figuresOf(markers),
      tables: { rules: ruleCells(harmMarkers, markers.rules, markers.values) },
      lists: { players: await listFlagged(parts, scope, markers, { behind: null, size }) },
    }
  },
  pages: {
    players: async (parts, scope, page) => listFlagged(parts, scope, await readReviewed(parts, scope), page),
  },
}
