import type { Invariant, Rows } from './check-books.ts'

/** Postings of the new transfers. */
export const freshPostings: Rows = {
  name: 'fresh_posting',
  sql: `select posting.* from (select distinct posting_id from fresh) moved
        cross join lateral (select id, key, reason, player_id, currency from ledger.posting where id = moved.posting_id offset 0) posting`,
}

/** Credits minus debits of a player's account. */
const netOf = (account: string) =>
  `sum(case '${account}' when credit then amount_minor when debit then -amount_minor else 0 end)`

const playersNamed = `
  select transfer.id from transfers transfer left join ledger.wallet wallet on wallet.player_id = transfer.player_id
  where (ledger.place(transfer.debit) > 0) <> (transfer.debit_after is not null)
     or (ledger.place(transfer.credit) > 0) <> (transfer.credit_after is not null)
     or (ledger.place(transfer.debit) + ledger.place(transfer.credit) > 0 and wallet.currency is distinct from transfer.currency)`

/** Invariants of the ledger. */
export const walletInvariants: Invariant[] = [
  {
    name: 'sums',
    sql: `select currency from (
            select currency, debit_minor - credit_minor as net from ledger.house_balance
            union all
            select transfer.currency, case when transfer.debit_after is null then amount_minor else 0 end
                                    - case when transfer.credit_after is null then amount_minor else 0 end
            from ledger.transfer transfer where transfer.written_by >= (select up_to from ledger.rollup)
            union all
            select currency, -(cash_minor + bonus_minor + hold_minor + in_play_minor) from ledger.wallet
          ) as net group by currency having sum(net) <> 0`,
  },
  {
    name: 'rollup',
    sql: `select coalesce(rolled.account, moved.account) from ledger.house_balance rolled
          full join (
            select side.account, transfer.currency, sum(side.debit) as debit, sum(side.credit) as credit
            from ledger.transfer transfer
            cross join lateral (values (transfer.debit, transfer.amount_minor, 0::bigint, transfer.debit_after),
                                       (transfer.credit, 0::bigint, transfer.amount_minor, transfer.credit_after)) as side (account, debit, credit, after)
            where side.after is null and transfer.written_by < (select up_to from ledger.rollup)
            group by side.account, transfer.currency
          ) moved on moved.account = rolled.account and moved.currency = rolled.currency
          where rolled.debit_minor is distinct from moved.debit or rolled.credit_minor is distinct from moved.credit`,
    // Comparing sums reads old rows again; `sums` checks the total.
    since: 'sums',
  },
  {
    name: 'balances',
    sql: `select wallet.player_id from ledger.wallet wallet
          left join (
            select player_id,
              ${netOf('cash')} as cash,
              ${netOf('bonus')} as bonus,
              ${netOf('hold')} as hold,
              ${netOf('in_play')} as in_play
            from ledger.transfer where player_id is not null group by player_id
          ) moved on moved.player_id = wallet.player_id
          where wallet.cash_minor <> coalesce(moved.cash, 0) or wallet.bonus_minor <> coalesce(moved.bonus, 0)
             or wallet.hold_minor <> coalesce(moved.hold, 0) or wallet.in_play_minor <> coalesce(moved.in_play, 0)`,
    // Each posting has the player's balances after it: consecutive ones differ by its amounts, and the wallet equals
    // the last one. All of a player's postings since the first new one are read, because a lower transaction may have
    // committed after it.
    since: {
      sql: `select link.player_id from (
              select *, lag(stands) over own as stood, row_number() over own = 1 as is_first, lead(posting_id) over own is null as is_last
              from (
                select moved.player_id, moved.posting_id, moved.first_id, moved.by,
                       array[posting.cash_after, posting.bonus_after, posting.hold_after, posting.in_play_after] as stands
                from (
                  select transfer.player_id, transfer.posting_id, min(transfer.id) as first_id, array[
                    ${netOf('cash')},
                    ${netOf('bonus')},
                    ${netOf('hold')},
                    ${netOf('in_play')}] as by
                  from (select player_id, min(id) as first_id from fresh where player_id is not null group by player_id) player
                  cross join lateral (
                    select * from ledger.transfer where player_id = player.player_id and id >= player.first_id offset 0
                  ) transfer
                  group by transfer.player_id, transfer.posting_id
                ) moved
                left join lateral (select * from ledger.posting where id = moved.posting_id offset 0) posting on true
              ) posted
              window own as (partition by player_id order by first_id)
            ) link
            left join lateral (
              select array[cash_after, bonus_after, hold_after, in_play_after] as stood from ledger.posting
              where link.is_first and id = (
                select posting_id from ledger.transfer
                where player_id = link.player_id and id < link.first_id order by id desc limit 1
              )
              offset 0
            ) earlier on true
            left join ledger.wallet wallet on wallet.player_id = link.player_id
            where exists (
              select from generate_series(1, 4) as place
              where coalesce(link.stood[place], earlier.stood[place], 0) + link.by[place] is distinct from link.stands[place]
            ) or (link.is_last and array[wallet.cash_minor, wallet.bonus_minor, wallet.hold_minor, wallet.in_play_minor] is distinct from link.stands)`,
    },
  },
  {
    name: 'bounds',
    sql: `select player_id from ledger.wallet
          where least(cash_minor, bonus_minor, hold_minor, in_play_minor) < 0
             or greatest(cash_minor, bonus_minor, hold_minor, in_play_minor) > limit_minor`,
  },
  {
    name: 'postings',
    sql: `select coalesce(posting.id, transfer.posting_id) from ledger.posting posting
          full join ledger.transfer transfer on transfer.posting_id = posting.id
          where posting.id is null or transfer.id is null
             or transfer.player_id is distinct from posting.player_id or transfer.currency <> posting.currency`,
    since: {
      rows: [freshPostings],
      sql: `select fresh.posting_id from fresh
            left join fresh_posting posting on posting.id = fresh.posting_id
            where posting.id is null or fresh.player_id is distinct from posting.player_id or fresh.currency <> posting.currency
            union all
            select posting.id from ledger.posting posting
            where posting.id >= (select min(posting_id) from fresh)
              and not exists (select from ledger.transfer where posting_id = posting.id offset 0)`,
    },
  },
  {
    name: 'players',
    sql: `with transfers as (select * from ledger.transfer) ${playersNamed}`,
    since: { sql: `with transfers as (select * from fresh) ${playersNamed}` },
  },
  {
    name: 'references',
    sql: `select reference from ledger.posting where reference is not null group by reference having count(*) > 1`,
  },
  {
    name: 'holds',
    sql: `select wallet.player_id from ledger.wallet wallet
          left join (select player_id, sum(amount_minor) as held from ledger.hold where state = 'held' group by player_id) open
            on open.player_id = wallet.player_id
          where wallet.hold_minor <> coalesce(open.held, 0)`,
  },
  {
    name: 'hold_ends',
    sql: `select hold.key from ledger.hold hold left join ledger.posting posting on posting.key = hold.ended_by
          where hold.state <> 'held' and posting.id is null`,
  },
  {
    name: 'debts',
    sql: `select coalesce(debt.player_id, moved.player_id) from ledger.debt debt
          full join (
            select substr(account, length('player_debt:') + 1) as player_id, currency, sum(net) as net from (
              select account, currency, debit_minor - credit_minor as net from ledger.house_balance where account like 'player_debt:%'
              union all
              select side.account, currency, side.net from ledger.transfer
              cross join lateral (values (debit, amount_minor), (credit, -amount_minor)) as side (account, net)
              where side.account like 'player_debt:%' and written_by >= (select up_to from ledger.rollup)
            ) side group by account, currency
          ) moved on moved.player_id = debt.player_id and moved.currency = debt.currency
          where coalesce(debt.debt_minor, 0) <> coalesce(moved.net, 0) or coalesce(moved.net, 0) < 0`,
  },
  {
    name: 'chain',
    sql: `select link.player_id from ledger.entry_chain link
          left join ledger.entry_chain before on before.player_id = link.player_id and before.position = link.position - 1
          where link.position > 1 and link.previous is distinct from before.hash`,
  },
]
