import { rowsShown } from '@dhow/contract/report-table-shape'
import { sql } from 'kysely'
import { count, instant, idsOf, seconds, spanOf, type Reading, type Scope } from './reading.ts'

/** Payments of a period with each of their warnings, what became of them and when it was decided. */
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
    select 'withdrawal', withdrawal.id, withdrawal.player_id, withdrawal.requested_at, warning.code,
      case when withdrawal.state in ('approved', 'batched', 'sent', 'unknown', 'paid', 'failed', 'returned') then 'granted'
        when withdrawal.state = 'rejected' then 'refused' else 'open' end,
      extract(epoch from (
        select min(step.at) from withdrawals.steps step where step.withdrawal_id = withdrawal.id and step.state in ('approved', 'rejected')
      ) - withdrawal.requested_at)::float8
    from withdrawals.withdrawals withdrawal join accounts.player_card player on player.id = withdrawal.player_id and player.market = ${scope.market} and not player.is_test
    join withdrawals.warnings warning on warning.withdrawal_id = withdrawal.id
    where withdrawal.id >= ${withdrawals.since} and withdrawal.id < ${withdrawals.until} and withdrawal.requested_at >= ${begins} and withdrawal.requested_at < ${ends}`
}

interface SumRow {
  warned: bigint
  granted: bigint
  refused: bigint
  open: bigint
  times: [number | null, number | null] | null
}

const sums = sql`
  count(*) as warned, count(*) filter (where outcome = 'granted') as granted, count(*) filter (where outcome = 'refused') as refused,
  count(*) filter (where outcome = 'open') as open,
  percentile_disc(array[0.5, 0.9]::float8[]) within group (order by seconds) filter (where outcome <> 'open') as times`

const countsOf = (row: SumRow | undefined) => ({
  ...{ warned: count(row?.warned ?? null), granted: count(row?.granted ?? null) },
  ...{ refused: count(row?.refused ?? null), open: count(row?.open ?? null), median_s: seconds(row?.times?.[0]) },
})

/** Warnings of deposits and withdrawals by rule and outcome, read by the ids of a period. */
export const warnings: Reading = {
  async figures({ platform: { db } }, scope) {
    const { rows } = await sql<SumRow>`
      select ${sums} from (select distinct kind, id, outcome, seconds from (${warned(scope)}) warned) payment`.execute(
      db.kysely,
    )
    return countsOf(rows[0])
  },
  async tables({ platform: { db } }, scope) {
    const rules = await sql<SumRow & { kind: string; rule: string }>`
      select kind, rule, ${sums} from (${warned(scope)}) warned group by 1, 2 order by 1, 3 desc, 2`.execute(db.kysely)
    const latest = await sql<
      Record<'id' | 'player_id' | 'rule' | 'outcome', string> & { at: Date; seconds: number | null }
    >`
      select id, player_id, rule, outcome, at, seconds from (${warned(scope)}) warned order by at desc, id desc, rule limit ${rowsShown}`.execute(
      db.kysely,
    )
    return {
      rules: rules.rows.map((row) => ({
        ...{ kind: row.kind, rule: row.rule, ...countsOf(row), p90_s: seconds(row.times?.[1]) },
      })),
      latest: latest.rows.map((row) => ({
        ...{ at: instant(row.at), payment: row.id, player: row.player_id, rule: row.rule, outcome: row.outcome },
        seconds: row.outcome === 'open' ? null : seconds(row.seconds),
      })),
    }
  },
}
