import { keysOf } from '@dhow/contract/keys-of'
import { markets } from '../portal/index.ts'
import type { Invariant } from '../wallet/index.ts'
import { activeSums, cohortSums, paymentSteps } from './sums-invariants.ts'

/** A PostgreSQL array of texts. */
const arrayOf = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`
const codes = arrayOf(keysOf(markets))
const zones = arrayOf(keysOf(markets).map((market) => markets[market].timezone))

/** Days with stored quarters whose sum differs from the day. */
const quartersApart = `
  select coalesce(quarter.market, moved.market) || ' ' || coalesce(quarter.day, moved.day) from (
    select zone.market, (quarter at time zone zone.name)::date as day, is_test, debit, credit, sum(transfers) as transfers, sum(amount_minor) as amount
    from reports.quarter_movement known join unnest(${codes}, ${zones}) as zone (market, name) on zone.market = known.market
    where (quarter at time zone zone.name)::date > (select (quarters_from at time zone zone.name)::date from reports.rollup)
    group by 1, 2, 3, 4, 5
  ) quarter
  full join (
    select known.market, day, is_test, debit, credit, sum(transfers) as transfers, sum(amount_minor) as amount
    from reports.day_movement known join unnest(${codes}, ${zones}) as zone (market, name) on zone.market = known.market
    where day > (select (quarters_from at time zone zone.name)::date from reports.rollup)
    group by 1, 2, 3, 4, 5
  ) moved on moved.market = quarter.market and moved.day = quarter.day and moved.is_test = quarter.is_test and moved.debit = quarter.debit
    and moved.credit = quarter.credit
  where quarter.transfers is distinct from moved.transfers or quarter.amount is distinct from moved.amount`

/** Days whose cash movements by player differ from the day's. */
const playersApart = (last: string) => `
  select coalesce(player.market, moved.market) || ' ' || coalesce(player.day, moved.day) from (
    select market, day, is_test, debit, credit, sum(amount_minor) as amount from reports.player_movement
    where day >= ${last} and (debit in ('cash', 'in_play') or credit = 'cash') group by 1, 2, 3, 4, 5
  ) player
  full join (
    select market, day, is_test, debit, credit, sum(amount_minor) as amount from reports.day_movement
    where day >= ${last} and (debit in ('cash', 'in_play') or credit = 'cash') and credit <> 'in_play' group by 1, 2, 3, 4, 5
  ) moved on moved.market = player.market and moved.day = player.day and moved.is_test = player.is_test and moved.debit = player.debit
    and moved.credit = player.credit
  where player.amount is distinct from moved.amount`

/** Days whose stakes by player differ from all players' total. */
const daysApart = (last: string) => `
  select coalesce(day.market, moved.market) || ' ' || coalesce(day.day, moved.day) from (
    select market, day, is_test, sum(stake_minor) as staked from reports.player_day where day >= ${last} group by 1, 2, 3
  ) day
  full join (
    select market, day, is_test, sum(amount_minor) as staked from reports.day_movement
    where day >= ${last} and debit = 'cash' and (credit = 'in_play' or credit like 'gaming\\_result:%') group by 1, 2, 3
  ) moved on moved.market = day.market and moved.day = day.day and moved.is_test = day.is_test
  where coalesce(day.staked, 0) <> coalesce(moved.staked, 0)`

/** Days whose play by game differs from the provider's. */
const gamesApart = (last: string) => `
  select coalesce(game.market, moved.market) || ' ' || coalesce(game.day, moved.day) from (
    select market, day, is_test, provider, sum(stake_minor) as staked, sum(won_minor) as won from reports.game_day where day >= ${last} group by 1, 2, 3, 4
  ) game
  full join (
    select market, day, is_test, split_part(case when credit like 'gaming\\_result:%' then credit else debit end, ':', 2) as provider,
      coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play')), 0) as staked,
      coalesce(sum(amount_minor) filter (where credit = 'cash'), 0) - coalesce(sum(amount_minor) filter (where debit = 'hold'), 0) as won
    from reports.day_movement where day >= ${last} and (debit like 'gaming\\_result:%' or credit like 'gaming\\_result:%') group by 1, 2, 3, 4
  ) moved on moved.market = game.market and moved.day = game.day and moved.is_test = game.is_test and moved.provider = game.provider
  where (coalesce(game.staked, 0), coalesce(game.won, 0)) <> (coalesce(moved.staked, 0), coalesce(moved.won, 0))`

/** Days whose payments by hour differ from the day's. */
const hoursApart = (last: string) => `
  select coalesce(hours.market, moved.market) || ' ' || coalesce(hours.day, moved.day) from (
    select market, day, is_test, debit, credit, sum(amount_minor) as amount, sum(transfers) as transfers from reports.payment_hour
    where day >= ${last} group by 1, 2, 3, 4, 5
  ) hours
  full join (
    select market, day, is_test, debit, credit, sum(amount_minor) as amount, sum(transfers) as transfers from reports.day_movement
    where day >= ${last} and ((reports.is_paid_in(debit) and credit = 'cash') or (debit in ('cash', 'player_debt') and reports.is_paid_in(credit))
      or (debit = 'hold' and credit = 'payout_transit') or (debit in ('payout_transit', 'returned') and credit = 'cash'))
    group by 1, 2, 3, 4, 5
  ) moved on moved.market = hours.market and moved.day = hours.day and moved.is_test = hours.is_test and moved.debit = hours.debit
    and moved.credit = hours.credit
  where hours.amount is distinct from moved.amount or hours.transfers is distinct from moved.transfers`

/** Report sums against a recount from the ledger. Players' current market and test mark apply, as in the sums. */
export const reportInvariants: Invariant[] = [
  {
    name: 'report_count',
    sql: `select rollup.up_to from reports.rollup
          where rollup.transfers <> (select coalesce(sum(transfers), 0) from reports.day_movement)`,
  },
  {
    name: 'report_sums',
    sql: `select coalesce(known.account, moved.account) from (
            select debit || ' > ' || credit as account, currency, is_test, sum(amount_minor) as amount, sum(transfers) as transfers
            from reports.day_movement group by 1, 2, 3
          ) known
          full join (
            select reports.account_kind(transfer.debit) || ' > ' || reports.account_kind(transfer.credit) as account, transfer.currency,
              coalesce(player.is_test, false) as is_test, sum(transfer.amount_minor) as amount, count(*) as transfers
            from ledger.transfers transfer left join accounts.player_card player on player.id = transfer.player_id
            where transfer.written_by < (select up_to from reports.rollup)
            group by 1, 2, 3
          ) moved on moved.account = known.account and moved.currency = known.currency and moved.is_test = known.is_test
          where known.amount is distinct from moved.amount or known.transfers is distinct from moved.transfers`,
    // Comparing sums reads old rows again; between two full checks only their number is compared.
    since: 'report_count',
  },
  {
    name: 'report_days',
    sql: daysApart("'-infinity'"),
    since: { sql: daysApart("(select coalesce(max(day) - 2, '-infinity') from reports.day_movement)") },
  },
  {
    name: 'report_players',
    sql: playersApart("'-infinity'"),
    since: { sql: playersApart("(select coalesce(max(day) - 2, '-infinity') from reports.day_movement)") },
  },
  {
    name: 'report_games',
    sql: gamesApart("'-infinity'"),
    since: { sql: gamesApart("(select coalesce(max(day) - 2, '-infinity') from reports.day_movement)") },
  },
  {
    name: 'report_hours',
    sql: hoursApart("'-infinity'"),
    since: { sql: hoursApart("(select coalesce(max(day) - 2, '-infinity') from reports.day_movement)") },
  },
  {
    name: 'report_quarters',
    // Nine days of quarters are few rows, so each check compares them all.
    sql: quartersApart,
  },
  {
    name: 'report_cohorts',
    ...cohortSums,
  },
  {
    name: 'report_active',
    ...activeSums,
  },
  {
    name: 'report_payments',
    ...paymentSteps,
  },
]
