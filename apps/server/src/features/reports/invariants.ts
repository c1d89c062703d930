import type { Invariant } from '../wallet/index.ts'

/** Days whose stakes by players are not those of all players together. */
const daysApart = (last: string) => `
  select coalesce(day.market, moved.market) || ' ' || coalesce(day.day, moved.day) from (
    select market, day, is_test, sum(stake_minor) as staked from reports.player_day where day >= ${last} group by 1, 2, 3
  ) day
  full join (
    select market, day, is_test, sum(amount_minor) as staked from reports.day_movement
    where day >= ${last} and debit = 'cash' and (credit = 'in_play' or credit like 'gaming\\_result:%') group by 1, 2, 3
  ) moved on moved.market = day.market and moved.day = day.day and moved.is_test = day.is_test
  where coalesce(day.staked, 0) <> coalesce(moved.staked, 0)`

/** Sums of the reports against a recount from the ledger. A player's market and test mark are those of now, as in the sums. */
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
    // Old rows are read again to compare them with their sums; between two looks at all of the books their number is compared.
    since: 'report_count',
  },
  {
    name: 'report_days',
    sql: daysApart("'-infinity'"),
    since: { sql: daysApart("(select coalesce(max(day) - 2, '-infinity') from reports.day_movement)") },
  },
]
