import type { Currency } from '@dhow/contract/money'
import { keysOf } from '@dhow/contract/keys-of'
import { shiftWork, type ShiftKind } from '@dhow/contract/report-shift'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Work of one kind per currency; the row without a currency covers all, with the times. */
export interface WorkRow {
  kind: ShiftKind
  currency: Currency | null
  count: bigint
  amount_minor: bigint | null
  /** Median and 90th percentile. */
  times: [number, number] | null
}

interface Span {
  operatorId: string
  from: Date
  to: Date
}

const pairs = keysOf(shiftWork).flatMap((kind) =>
  shiftWork[kind].actions.map((action): [string, ShiftKind] => [action, kind]),
)
const actions = pairs.map(([action]) => action)
const kinds = pairs.map(([, kind]) => kind)

/** Kinds of a source whose amount or time counts. */
const among = (column: RawBuilder<unknown>, ...some: ShiftKind[]) =>
  sql`case when act.kind = any (${some}::text[]) then ${column} end`
const exceptKinds = (column: RawBuilder<unknown>, ...some: ShiftKind[]) =>
  sql`case when not act.kind = any (${some}::text[]) then ${column} end`

/** An operator's actions by kind, without test players: counts, sums and times in seconds. */
export async function readWork(db: Db, { operatorId, from, to }: Span): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    with act as materialized (
      select named.kind, act.subject, act.at, act.posting_id
      from staff.acts act join unnest(${actions}::text[], ${kinds}::text[]) as named (action, kind) on named.action = act.action
      where act.operator_id = ${operatorId} and act.at >= ${from} and act.at < ${to}
    ), work (kind, player_id, currency, amount_minor, began_at, ended_at) as (
      select act.kind, deposit.player_id, deposit.currency,
        ${exceptKinds(sql`coalesce(deposit.credited_minor, deposit.declared_minor)`, 'deposits_first', 'deposits_asked')},
        ${exceptKinds(sql`deposit.submitted_at`, 'deposits_reversed')}, act.at
      from act join deposits.deposits deposit on deposit.id = act.subject
      union all
      select act.kind, withdrawal.player_id, withdrawal.currency, ${exceptKinds(sql`withdrawal.amount_minor`, 'withdrawals_first')},
        ${exceptKinds(sql`withdrawal.requested_at`, 'withdrawals_ended')}, act.at
      from act join withdrawals.withdrawals withdrawal on withdrawal.id = act.subject
      union all
      select act.kind, payment.player_id, payment.currency, ${among(sql`payment.credited_minor`, 'cases_credited')}, payment.started_at, act.at
      from act join payments.service_payments payment on payment.id = act.subject
      union all
      select act.kind, line.player_id, line.currency, ${among(sql`line.amount_minor`, 'lines_assigned')}, line.imported_at, act.at
      from act join statements.lines line on line.id = act.subject
      union all
      select act.kind, act.subject, moved.currency, moved.amount_minor, null, act.at
      from act join ledger.transfers moved on moved.posting_id = act.posting_id
      union all
      select act.kind, null, null, null, null, act.at from act where act.kind in ('rewards_decided', 'wins_decided')
      union all
      select 'help_answered', answer.player_id, null, null, answer.asked_at, answer.at
      from help.answers answer where answer.operator_id = ${operatorId} and answer.at >= ${from} and answer.at < ${to}
    )
    select work.kind, work.currency, count(*) as count, sum(work.amount_minor)::bigint as amount_minor,
      percentile_disc(array[0.5, 0.9]::float8[]) within group (order by extract(epoch from work.ended_at - work.began_at)::float8) as times
    from work left join accounts.player_card player on player.id = work.player_id
    where not coalesce(player.is_test, false)
    group by grouping sets ((work.kind), (work.kind, work.currency))
    having grouping(work.currency) = 1 or work.currency is not null`.execute(db)
  return rows
}

/** Operators by name, including former ones. */
export const readOperators = (db: Db) =>
  db.selectFrom('staff.operator_card').select(['id', 'name']).orderBy('name').execute()
