import { sql } from 'kysely'
import type { Market } from '@dhow/contract/shapes'
import { required } from '../../platform/required.ts'
import { markets } from '../portal/index.ts'
import type { Period } from './days.ts'
import type { ReportParts } from './parts.ts'
import type { MovementRow, RateRow } from './tables.ts'

export type DayMovement = Pick<MovementRow, 'day' | 'reason' | 'debit' | 'credit' | 'transfers' | 'amount_minor'>
type Parts = Pick<ReportParts, 'platform'>

/** Daily sums of a market, without test players. */
export async function readMovements({ platform: { db } }: Parts, market: Market, { from, to }: Period) {
  const { rows } = await sql<DayMovement>`
    select day::text as day, reason, debit, credit, transfers, amount_minor from reports.day_movement
    where market = ${market} and day between ${from}::date and ${to}::date and not is_test`.execute(db.kysely)
  return rows
}

/** Players who registered, first deposited and played, by day and in the whole period. */
export async function readCounts({ platform: { db } }: Parts, market: Market, { from, to }: Period) {
  const { timezone } = markets[market]
  const { rows } = await sql<{ what: 'registrations' | 'firstDeposits'; day: string; count: bigint }>`
    select 'registrations' as what, (created_at at time zone ${timezone})::date::text as day, count(*) as count
    from accounts.player_card
    where market = ${market} and not is_test
      and created_at >= ${from}::date::timestamp at time zone ${timezone}
      and created_at < (${to}::date + 1)::timestamp at time zone ${timezone}
    group by 2
    union all
    select 'firstDeposits', first_day::text, players from reports.cohort_return
    where market = ${market} and not is_test and days = 0 and first_day between ${from}::date and ${to}::date`.execute(
    db.kysely,
  )
  const { rows: active } = await sql<{ day: string; players: bigint; since: bigint }>`
    select day::text as day, sum(players)::bigint as players, coalesce(sum(players) filter (where previous_day < ${from}::date), 0)::bigint as since
    from reports.active_day where market = ${market} and not is_test and day between ${from}::date and ${to}::date group by day`.execute(
    db.kysely,
  )
  const of = (what: string) => new Map(rows.filter((row) => row.what === what).map((row) => [row.day, row.count]))
  return {
    registrations: of('registrations'),
    firstDeposits: of('firstDeposits'),
    active: new Map(active.map(({ day, players }) => [day, players])),
    // Each player has exactly one first day in a period.
    activeInPeriod: active.reduce((sum, { since }) => sum + since, 0n),
  }
}

export const liabilityParts = ['cash', 'bonus', 'hold', 'in_play'] as const

/** Current liability to a market's players, in minor units, without test players. */
export async function readLiability({ platform: { db } }: Parts, market: Market) {
  const { rows } = await sql<{ cash: bigint; bonus: bigint; hold: bigint; in_play: bigint }>`
    select coalesce(sum(cash_minor), 0)::bigint as cash, coalesce(sum(bonus_minor), 0)::bigint as bonus,
      coalesce(sum(hold_minor), 0)::bigint as hold, coalesce(sum(in_play_minor), 0)::bigint as in_play
    from ledger.wallets wallet join accounts.player_card player on player.id = wallet.player_id
    where player.market = ${market} and not player.is_test`.execute(db.kysely)
  return rows[0] ?? { cash: 0n, bonus: 0n, hold: 0n, in_play: 0n }
}

export async function readRolledAt({ platform: { db } }: Parts): Promise<string | null> {
  const row = await db.kysely.selectFrom('reports.rollup').select('rolled_at').executeTakeFirst()
  return row === undefined || row.rolled_at.getTime() === 0 ? null : row.rolled_at.toISOString()
}

/** Fees and taxes of a market, or of all. */
export async function readRates({ platform: { db } }: Parts, market?: Market): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select market, kind, code, base, basis_points, from_day::text as from_day from reports.rate
    where market = ${market ?? null} or ${market ?? null}::text is null
    order by market, kind, code, from_day`.execute(db.kysely)
  return rows
}

/** Instants when the first day of a period starts and the last one ends in a market. */
export async function instantsOf(
  { platform: { db } }: Parts,
  market: Market,
  { from, to }: Period,
): Promise<{ from: Date; to: Date }> {
  const { timezone } = markets[market]
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${from}::date::timestamp at time zone ${timezone} as "from", (${to}::date + 1)::timestamp at time zone ${timezone} as "to"`.execute(
    db.kysely,
  )
  return required(rows[0], 'the one row of a select without a table')
}
