import { sql, type RawBuilder } from 'kysely'
import {
  count,
  idsOf,
  instant,
  isBehind,
  microseconds,
  pageOf,
  seconds,
  spanOf,
  type Cells,
  type Reading,
  type Scope,
} from './reading.ts'

/** Payments of a period with each of their warnings, the outcome and the time of the decision. */
const warned = (scope: Scope) => {
  const { begins, ends } = spanOf(scope)
  const [deposits, withdrawals] = [idsOf('dep', scope), idsOf('wd', scope)]
  return sql`
    select 'deposit' as kind, deposit.id, deposit.player_id, deposit.submitted_at as at, warning.code as rule,
      case when deposit.state in ('approved', 'reversed') then 'granted' when deposit.state in ('rejected', 'cancelled', 'expired') then 'refused'
        else 'open' end as outcome,
      extract(epoch from (
        select min(step.at) from deposits.steps step
        where step.deposit_id = deposit.id and step.state in ('approved', 'rejected', 'cancelled', 'expired')
      ) - deposit.submitted_at)::float8 as seconds
    from deposits.deposits deposit join accounts.player_card player on player.id = deposit.player_id and player.market = ${scope.market} and not player.is_test
    join (select distinct deposit_id, code from deposits.warnings where deposit_id >= ${deposits.since} and deposit_id < ${deposits.until}) warning on warning.deposit_id = deposit.id
    where deposit.id >= ${deposits.since} and deposit.id < ${deposits.until} and deposit.submitted_at >= ${begins} and deposit.submitted_at < ${ends}
    union all
    select 'withdrawal', warning.withdrawal_id, warning.player_id, warning.requested_at, warning.code,
      case when warning.state in ('approved', 'batched', 'sent', 'unknown', 'paid', 'failed', 'returned') then 'granted'
        when warning.state = 'rejected' then 'refused' else 'open' end,
      extract(epoch from (
        select min(step.at) from withdrawals.steps step where step.withdrawal_id = warning.withdrawal_id and step.state in ('approved', 'rejected')
      ) - warning.requested_at)::float8
    from withdrawals.warnings warning join accounts.player_card player on player.id = warning.player_id and player.market = ${scope.market} and not player.is_test
    where warning.withdrawal_id >= ${withdrawals.since} and warning.withdrawal_id < ${withdrawals.until} and warning.requested_at >= ${begins} and warning.requested_at < ${ends}`
}

interface SumRow {
  warned: bigint
  granted: bigint
  refused: bigint
  open: bigint
  times: [number | null, number | null] | null
}

interface PaymentRow {
  place: bigint
  place_id: string
  id: string
  player_id: string
  rule: string
  outcome: string
  at: Date
  seconds: number | null
}

/** `all`: sums of all payments, `rule`: sums of one rule, `one`: a payment with a rule. */
type WarnedRow =
  | (SumRow & { part: 'all' })
  | (SumRow & { part: 'rule'; kind: string; rule: string })
  | (PaymentRow & { part: 'one' })

const sums = sql`
  count(*) as warned, count(*) filter (where outcome = 'granted') as granted, count(*) filter (where outcome = 'refused') as refused,
  count(*) filter (where outcome = 'open') as open,
  percentile_disc(array[0.5, 0.9]::float8[]) within group (order by seconds) filter (where outcome <> 'open') as times`

/** Payments with sort values, latest first; one with two warnings appears twice. */
const placed = sql`select warned.*, ${microseconds(sql`at`)} as place, id || '.' || rule as place_id from warned`

/** Figures, sums by rule and the latest payments of a period, reading its payments once. */
export const warningRows = (scope: Scope, size: number): RawBuilder<WarnedRow> => sql<WarnedRow>`
  with warned as materialized (${warned(scope)}),
  payment as (select distinct kind, id, outcome, seconds from warned),
  latest as (select * from (${placed}) placed order by place desc, place_id desc limit ${size + 1})
  select 'all' as part, null as kind, null as rule, ${sums}, null as id, null as player_id, null as outcome, null::timestamptz as at, null::float8 as seconds,
    null::bigint as place, null as place_id from payment
  union all
  select 'rule', kind, rule, ${sums}, null, null, null, null, null, null, null from warned group by kind, rule
  union all
  select 'one', null, rule, null, null, null, null, null, id, player_id, outcome, at, seconds, place, place_id from latest
  order by part, kind, warned desc, place desc, place_id desc, rule`

/** Only the figures, of the preceding period. */
const figuresOf = (scope: Scope) => sql<SumRow>`
  select ${sums} from (select distinct kind, id, outcome, seconds from (${warned(scope)}) warned) payment`

const countsOf = (row: SumRow | undefined) => ({
  ...{ warned: count(row?.warned ?? null), granted: count(row?.granted ?? null) },
  ...{ refused: count(row?.refused ?? null), open: count(row?.open ?? null), median_s: seconds(row?.times?.[0]) },
})

const cellsOf = (row: PaymentRow): Cells => ({
  ...{ at: instant(row.at), payment: row.id, player: row.player_id, rule: row.rule, outcome: row.outcome },
  seconds: row.outcome === 'open' ? null : seconds(row.seconds),
})

/** Warnings of deposits and withdrawals by rule and outcome, read by the id range of a period. */
export const warnings: Reading = {
  async figures({ platform: { db } }, scope) {
    const { rows } = await figuresOf(scope).execute(db.kysely)
    return countsOf(rows[0])
  },
  async whole({ platform: { db } }, scope, size) {
    const { rows } = await warningRows(scope, size).execute(db.kysely)
    return {
      figures: countsOf(rows.find((row) => row.part === 'all')),
      tables: {
        rules: rows.flatMap((row) =>
          row.part === 'rule'
            ? [{ kind: row.kind, rule: row.rule, ...countsOf(row), p90_s: seconds(row.times?.[1]) }]
            : [],
        ),
      },
      lists: {
        latest: pageOf(
          rows.flatMap((row) => (row.part === 'one' ? [row] : [])),
          cellsOf,
          size,
        ),
      },
    }
  },
  pages: {
    async latest({ platform: { db } }, scope, { behind, size }) {
      const { rows } = await sql<PaymentRow>`
        with warned as (${warned(scope)}) select * from (${placed}) placed
        where ${isBehind(behind, sql`place`, sql`place_id`)} order by place desc, place_id desc limit ${size + 1}`.execute(
        db.kysely,
      )
      return pageOf(rows, cellsOf, size)
    },
  },
}
