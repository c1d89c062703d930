import { keysOf } from '@dhow/contract/keys-of'
import { markets } from '../portal/index.ts'
import type { Invariant } from '../wallet/index.ts'

const codes = keysOf(markets)
  .map((market) => `'${market}'`)
  .join(', ')
/** A PostgreSQL array of texts. */
const arrayOf = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`
const [marketCodes, zones] = [
  arrayOf(keysOf(markets)),
  arrayOf(keysOf(markets).map((market) => markets[market].timezone)),
]
/** First of the days, and of the months, compared each minute. */
const lately = "(select coalesce(max(day) - 2, '-infinity') from reports.day_movement)"
const lateMonth = `(select coalesce(date_trunc('month', max(day) - 2)::date, '-infinity') from reports.day_movement)`
const ever = "'-infinity'"

/** Cohort-day movements that differ from those of the players. Zero rows are ignored, here and below. */
const cohortDaysApart = (last: string) => `
  select coalesce(known.market, counted.market) || ' ' || coalesce(known.first_day, counted.first_day) from (
    select * from reports.cohort_day where market in (${codes}) and first_day >= ${last}
  ) known
  full join (
    select first.market, first.day as first_day, first.is_test, moved.day, debit, credit, sum(transfers) as transfers, sum(amount_minor) as amount_minor
    from reports.first_deposit first
    cross join lateral (select * from reports.player_movement moved where moved.player_id = first.player_id and moved.day >= first.day offset 0) moved
    where first.market in (${codes}) and first.day >= ${last} and moved.day < first.day + 180 group by 1, 2, 3, 4, 5, 6
  ) counted on counted.market = known.market and counted.first_day = known.first_day and counted.is_test = known.is_test and counted.day = known.day
    and counted.debit = known.debit and counted.credit = known.credit
  where coalesce(known.transfers, 0) <> coalesce(counted.transfers, 0) or coalesce(known.amount_minor, 0) <> coalesce(counted.amount_minor, 0)`

/** First-deposit months that differ from the sum of their days. */
const cohortMonthsApart = (month: string) => `
  select coalesce(known.market, counted.market) || ' ' || coalesce(known.first_month, counted.first_month) from (
    select * from reports.cohort_month where market in (${codes}) and first_month >= ${month}
  ) known
  full join (
    select market, date_trunc('month', first_day::timestamp)::date as first_month, is_test, day, reports.days_since(first_day, day) as days, debit, credit,
      sum(transfers) as transfers, sum(amount_minor) as amount_minor
    from reports.cohort_day where market in (${codes}) and first_day >= ${month} group by 1, 2, 3, 4, 5, 6, 7
  ) counted on counted.market = known.market and counted.first_month = known.first_month and counted.is_test = known.is_test and counted.day = known.day
    and counted.days = known.days and counted.debit = known.debit and counted.credit = known.credit
  where coalesce(known.transfers, 0) <> coalesce(counted.transfers, 0) or coalesce(known.amount_minor, 0) <> coalesce(counted.amount_minor, 0)`

/** Cohort movements by month that differ from those of the players. */
const vintagesApart = (last: string) => `
  select coalesce(known.market, counted.market) || ' ' || coalesce(known.first_day, counted.first_day) from (
    select * from reports.cohort_vintage where market in (${codes}) and first_day >= ${last}
  ) known
  full join (
    select first.market, first.day as first_day, first.is_test, date_trunc('month', moved.day::timestamp)::date as month, debit, credit,
      sum(transfers) as transfers, sum(amount_minor) as amount_minor
    from reports.first_deposit first
    cross join lateral (select * from reports.player_movement moved where moved.player_id = first.player_id and moved.day >= first.day offset 0) moved
    where first.market in (${codes}) and first.day >= ${last} group by 1, 2, 3, 4, 5, 6
  ) counted on counted.market = known.market and counted.first_day = known.first_day and counted.is_test = known.is_test and counted.month = known.month
    and counted.debit = known.debit and counted.credit = known.credit
  where coalesce(known.transfers, 0) <> coalesce(counted.transfers, 0) or coalesce(known.amount_minor, 0) <> coalesce(counted.amount_minor, 0)`

/** Players marked as returned who did not return, or vice versa. */
const returnsApart = (last: string) => `
  select coalesce(known.market, counted.market) || ' ' || coalesce(known.first_day, counted.first_day) from (
    select * from reports.cohort_return where market in (${codes}) and first_day >= ${last}
  ) known
  full join (
    select first.market, first.day as first_day, first.is_test, came.days, count(*) as players from reports.first_deposit first
    cross join lateral (
      select 0 as days union all select played.day - first.day from reports.player_day played
      where played.player_id = first.player_id and played.stakes > 0 and played.day in (first.day + 1, first.day + 7, first.day + 30) offset 0
    ) came
    where first.market in (${codes}) and first.day >= ${last} group by 1, 2, 3, 4
  ) counted on counted.market = known.market and counted.first_day = known.first_day and counted.is_test = known.is_test and counted.days = known.days
  where coalesce(known.players, 0) <> coalesce(counted.players, 0)`

/** Days whose active players differ from the players' days. */
const activeApart = (last: string) => `
  select coalesce(known.market, counted.market) || ' ' || coalesce(known.day, counted.day) from (
    select * from reports.active_day where market in (${codes}) and day >= ${last}
  ) known
  full join (
    select market, played.day, is_test, previous_day, count(*) as players from reports.player_day played
    cross join lateral (
      select coalesce(max(early.day), '-infinity') as previous_day from reports.player_day early
      where early.player_id = played.player_id and early.day < played.day and early.stakes > 0 offset 0
    ) early
    where market in (${codes}) and played.day >= ${last} and played.stakes > 0 group by 1, 2, 3, 4
  ) counted on counted.market = known.market and counted.day = known.day and counted.is_test = known.is_test and counted.previous_day = known.previous_day
  where coalesce(known.players, 0) <> coalesce(counted.players, 0)`

/** Players' months that differ from the sum of their days. */
const monthsApart = (month: string) => `
  select coalesce(known.player_id, counted.player_id) || ' ' || coalesce(known.month, counted.month) from (
    select * from reports.player_month where market in (${codes}) and month >= ${month}
  ) known
  full join (
    select market, date_trunc('month', day::timestamp)::date as month, is_test, player_id, sum(stakes) as stakes, count(*) filter (where stakes > 0) as days,
      max(day) filter (where stakes > 0) as last_day, sum(settled_minor) as settled_minor, sum(won_minor) as won_minor, sum(deposit_minor) as deposit_minor
    from reports.player_day where market in (${codes}) and day >= ${month} group by 1, 2, 3, 4
  ) counted on counted.market = known.market and counted.month = known.month and counted.is_test = known.is_test and counted.player_id = known.player_id
  where (known.stakes, known.days, known.last_day, known.settled_minor, known.won_minor, known.deposit_minor)
    is distinct from (counted.stakes, counted.days, counted.last_day, counted.settled_minor, counted.won_minor, counted.deposit_minor)`

/** Players' days that differ from the sum of their quarters of an hour. */
const quartersOfPlayersApart = (last: string) => `
  select coalesce(known.player_id, counted.player_id) || ' ' || coalesce(known.day, counted.day) from (
    select player_id, (quarter at time zone zone.name)::date as day, is_test, sum(stakes) as stakes, sum(stake_minor) as stake_minor,
      sum(settled_minor) as settled_minor, sum(won_minor) as won_minor, sum(deposits) as deposits, sum(deposit_minor) as deposit_minor
    from reports.player_quarter known join unnest(${marketCodes}, ${zones}) as zone (market, name) on zone.market = known.market
    where quarter >= ${last}::timestamp at time zone zone.name group by 1, 2, 3
  ) known
  full join (select * from reports.player_day where market in (${codes}) and day >= ${last}) counted
    on counted.player_id = known.player_id and counted.day = known.day and counted.is_test = known.is_test
  where (known.stakes, known.stake_minor, known.settled_minor, known.won_minor, known.deposits, known.deposit_minor)
    is distinct from (counted.stakes, counted.stake_minor, counted.settled_minor, counted.won_minor, counted.deposits, counted.deposit_minor)`

type Checked = Pick<Invariant, 'sql' | 'since'>

export const cohortSums: Checked = {
  sql: [cohortDaysApart(ever), cohortMonthsApart(ever), vintagesApart(ever), returnsApart(ever)].join(' union all '),
  since: {
    sql: [cohortDaysApart(lately), cohortMonthsApart(lateMonth), vintagesApart(lately), returnsApart(lately)].join(
      ' union all ',
    ),
  },
}

export const activeSums: Checked = {
  sql: [activeApart(ever), monthsApart(ever), quartersOfPlayersApart(ever)].join(' union all '),
  since: {
    sql: [activeApart(lately), monthsApart(lateMonth), quartersOfPlayersApart(lately)].join(' union all '),
  },
}

export const paymentSteps: Checked = {
  // Payments in `changed_payment` are read again at the next run.
  sql: `select coalesce(known.id, payment.id) from reports.payment_time known full join reports.payment_steps payment on payment.id = known.id
      where (known.player_id, known.market, known.method, known.submitted_at, known.approved_at, known.credited_at)
          is distinct from (payment.player_id, payment.market, payment.method, payment.submitted_at, payment.approved_at, payment.credited_at)
        and not exists (select from reports.changed_payment changed where changed.payment_id = coalesce(known.id, payment.id))`,
  since: {
    sql: `select known.id from reports.payment_time known
        left join lateral (select * from reports.payment_steps payment where payment.id = known.id offset 0) payment on true
        where known.market in (${codes}) and known.submitted_at >= (select max(submitted_at) - interval '2 days' from reports.payment_time)
          and (known.player_id, known.market, known.method, known.submitted_at, known.approved_at, known.credited_at)
            is distinct from (payment.player_id, payment.market, payment.method, payment.submitted_at, payment.approved_at, payment.credited_at)
          and not exists (select from reports.changed_payment changed where changed.payment_id = known.id)`,
  },
}
