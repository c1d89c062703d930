import { sql } from 'kysely'
import type { ReportParts } from '../parts.ts'
import {
  count,
  instant,
  isBehind,
  microseconds,
  money,
  pageOf,
  readApart,
  spanOf,
  type Listed,
  type Page,
  type Reading,
  type Scope,
} from './reading.ts'

const changesIn = (scope: Scope) => {
  const { begins, ends } = spanOf(scope)
  return sql`
    select change.*, player.player_name from limits.changes change join accounts.player_card player on player.id = change.player_id and player.market = ${scope.market} and not player.is_test
    where change.at >= ${begins} and change.at < ${ends}`
}

interface ChangedRow {
  kind: string
  period: string | null
  set: bigint
  lowered: bigint
  asked: bigint
  raised: bigint
  removed: bigint
  began: bigint
  ended: bigint
  players: bigint
}

async function readChanged({ platform: { db } }: ReportParts, scope: Scope): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    select kind, period, count(*) filter (where what = 'set') as set, count(*) filter (where what = 'lowered') as lowered,
      count(*) filter (where what in ('raise_asked', 'removal_asked')) as asked, count(*) filter (where what = 'raised') as raised,
      count(*) filter (where what = 'removed') as removed, count(*) filter (where what = 'began') as began,
      count(*) filter (where what = 'ended') as ended, count(distinct player_id) filter (where what = 'began') as players
    from (${changesIn(scope)}) change group by 1, 2 order by 1, 2`.execute(db.kysely)
  return rows
}

interface StandingRow {
  kind: string
  period: string | null
  standing: bigint
}

/** Current limits, breaks and blocks. */
async function readStanding({ platform: { db, clock } }: ReportParts, scope: Scope): Promise<StandingRow[]> {
  const now = clock.now()
  const { rows } = await sql<StandingRow>`
    select kind, period, count(*) as standing from limits.player_limits own join accounts.player_card player on player.id = own.player_id and player.market = ${scope.market} and not player.is_test group by 1, 2
    union all
    select kind, null, count(distinct player_id) from limits.player_restriction stop join accounts.player_card player on player.id = stop.player_id and player.market = ${scope.market} and not player.is_test
    where kind is not null and from_at <= ${now} and until_at > ${now} group by 1`.execute(db.kysely)
  return rows
}

const sumOf = (rows: readonly ChangedRow[], of: (row: ChangedRow) => bigint) =>
  count(rows.reduce((sum, row) => sum + of(row), 0n))
const begun = (rows: readonly ChangedRow[], kind: string) => sumOf(rows, (row) => (row.kind === kind ? row.began : 0n))
const keyOf = ({ kind, period }: { kind: string; period: string | null }) => `${kind} ${period ?? ''}`

interface LatestRow {
  place: bigint
  place_id: string
  at: Date
  player_id: string
  player_name: string
  what: string
  kind: string
  period: string | null
  amount_minor: bigint | null
  until_at: Date | null
  made_by: string
}

async function readLatest({ platform: { db } }: ReportParts, scope: Scope, { behind, size }: Page): Promise<Listed> {
  const { rows } = await sql<LatestRow>`
    select change.*, id as place_id, ${microseconds(sql`at`)} as place from (${changesIn(scope)}) change
    where ${isBehind(behind, microseconds(sql`at`), sql`id`)} order by at desc, id desc limit ${size + 1}`.execute(
    db.kysely,
  )
  return pageOf(
    rows,
    (row) => ({
      ...{ at: instant(row.at), player: row.player_id, name: row.player_name, change: row.what, kind: row.kind },
      ...{ period: row.period, amount: row.amount_minor === null ? null : money(row.amount_minor) },
      ...{ until: instant(row.until_at), by: row.made_by },
    }),
    size,
  )
}

/** Limits, breaks, exclusions and blocks, from changes by players and operators. */
export const safePlay: Reading = readApart({
  async figures(parts, scope) {
    const rows = await readChanged(parts, scope)
    return {
      ...{ set: sumOf(rows, ({ set }) => set), lowered: sumOf(rows, ({ lowered }) => lowered) },
      ...{ asked: sumOf(rows, ({ asked }) => asked), breaks: begun(rows, 'time_out') },
      ...{ exclusions: begun(rows, 'self_exclusion'), blocks: begun(rows, 'operator') },
    }
  },
  async tables(parts, scope) {
    const changed = new Map((await readChanged(parts, scope)).map((row) => [keyOf(row), row]))
    const standing = new Map((await readStanding(parts, scope)).map((row) => [keyOf(row), row]))
    const keys = [...new Set([...changed.keys(), ...standing.keys()])].toSorted()
    const rows = keys.map((key) => {
      const [kind = '', period = ''] = key.split(' ')
      return { kind, period, moved: changed.get(key), standing: count(standing.get(key)?.standing ?? null) }
    })
    return {
      limits: rows.flatMap(({ kind, period, moved, standing: now }) =>
        period === ''
          ? []
          : [
              {
                ...{ kind, period, set: count(moved?.set ?? null), lowered: count(moved?.lowered ?? null) },
                ...{ asked: count(moved?.asked ?? null), raised: count(moved?.raised ?? null) },
                ...{ removed: count(moved?.removed ?? null), standing: now },
              },
            ],
      ),
      stops: rows.flatMap(({ kind, period, moved, standing: now }) =>
        period !== ''
          ? []
          : [
              {
                ...{ kind, began: count(moved?.began ?? null), ended: count(moved?.ended ?? null) },
                ...{ players: count(moved?.players ?? null), standing: now },
              },
            ],
      ),
    }
  },
  pages: { latest: readLatest },
})
