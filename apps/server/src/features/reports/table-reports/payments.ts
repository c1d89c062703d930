import { sql } from 'kysely'
import { partOf } from '../figures.ts'
import type { ReportParts } from '../parts.ts'
import type { MovementRow } from '../tables.ts'
import { count, idsOf, money, seconds, readApart, spanOf, type Cells, type Reading, type Scope } from './reading.ts'

type HourRow = Pick<MovementRow, 'debit' | 'credit' | 'transfers' | 'amount_minor'> & { hour: number }

async function readHours({ platform: { db } }: ReportParts, { market, from, to }: Scope): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select hour::int as hour, debit, credit, sum(transfers)::bigint as transfers, sum(amount_minor)::bigint as amount_minor from reports.payment_hour
    where market = ${market} and not is_test and day between ${from}::date and ${to}::date group by 1, 2, 3`.execute(
    db.kysely,
  )
  return rows
}

const figures = ['deposits', 'withdrawals'] as const

/** Sums of payments with their counts. */
const sumsOf = (rows: readonly HourRow[]): Cells =>
  Object.fromEntries(
    figures.flatMap((figure) => [
      [figure, money(rows.reduce((sum, row) => sum + partOf(figure, row), 0n))],
      [`${figure}_count`, count(rows.reduce((sum, row) => (partOf(figure, row) > 0n ? sum + row.transfers : sum), 0n))],
    ]),
  )

const actions = {
  credited: ['deposit.approve', 'payment.credit'],
  approved: ['withdrawal.approve'],
  refused: ['deposit.reject', 'payment.refuse', 'withdrawal.reject'],
} as const

interface CashierRow {
  operator_id: string
  name: string
  credited_count: bigint
  credited: bigint | null
  approved_count: bigint
  approved: bigint | null
  refused_count: bigint
  times: [number, number]
}

/** Operators' decisions on payments of a market's players, from the audit trail. */
async function readCashiers({ platform: { db } }: ReportParts, scope: Scope): Promise<Cells[]> {
  const { begins, ends } = spanOf(scope)
  const ids = idsOf('aud', scope)
  const { rows } = await sql<CashierRow>`
    with act as materialized (
      select operator_id, action, subject, at from staff.acts
      where action = any (${Object.values(actions).flat()}::text[]) and id >= ${ids.since} and id < ${ids.until} and at >= ${begins} and at < ${ends}
    ), work as (
      select act.*, deposit.player_id, deposit.credited_minor as amount_minor, deposit.submitted_at as began_at
      from act join deposits.deposits deposit on deposit.id = act.subject
      union all
      select act.*, paid.player_id, paid.credited_minor, paid.started_at from act join payments.service_payments paid on paid.id = act.subject
      union all
      select act.*, withdrawal.player_id, withdrawal.amount_minor, withdrawal.requested_at
      from act join withdrawals.withdrawals withdrawal on withdrawal.id = act.subject
    )
    select work.operator_id, operator.name,
      count(*) filter (where work.action = any (${actions.credited}::text[])) as credited_count,
      sum(work.amount_minor) filter (where work.action = any (${actions.credited}::text[]))::bigint as credited,
      count(*) filter (where work.action = any (${actions.approved}::text[])) as approved_count,
      sum(work.amount_minor) filter (where work.action = any (${actions.approved}::text[]))::bigint as approved,
      count(*) filter (where work.action = any (${actions.refused}::text[])) as refused_count,
      percentile_disc(array[0.5, 0.9]::float8[]) within group (order by extract(epoch from work.at - work.began_at)::float8) as times
    from work join accounts.player_card player on player.id = work.player_id and player.market = ${scope.market} and not player.is_test join staff.operator_card operator on operator.id = work.operator_id
    group by 1, 2 order by count(*) desc, 2, 1`.execute(db.kysely)
  return rows.map((row) => ({
    ...{ operator: row.operator_id, name: row.name },
    ...{ credited_count: count(row.credited_count), credited: money(row.credited) },
    ...{ refused_count: count(row.refused_count) },
    ...{ approved_count: count(row.approved_count), approved: money(row.approved) },
    ...{ median_s: seconds(row.times[0]), p90_s: seconds(row.times[1]) },
  }))
}

/** Deposits and withdrawals by hour, from `reports.payment_hour`, and by cashier. */
export const payments: Reading = readApart({
  figures: async (parts, scope) => sumsOf(await readHours(parts, scope)),
  async tables(parts, scope) {
    const rows = await readHours(parts, scope)
    const hours = [...new Set(rows.map(({ hour }) => hour))].toSorted((a, b) => a - b)
    return {
      hours: hours.map((hour) => ({ hour: String(hour), ...sumsOf(rows.filter((row) => row.hour === hour)) })),
      cashiers: await readCashiers(parts, scope),
    }
  },
})
