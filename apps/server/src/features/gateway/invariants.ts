import { freshPostings, type Invariant, type Rows } from '../wallet/index.ts'

/**
 * New game postings, each with the transaction named in its key. Forces one index look-up each, whatever the planner's
 * estimates.
 */
const freshGamePostings: Rows = {
  name: 'fresh_game_posting',
  sql: `select posting.id, posting.key, posting.player_id, moved.posting_id, moved.player_id as moved_player_id, moved.provider_code, moved.round_id
        from fresh_posting posting
        left join lateral (
          select * from gateway.game_transaction
          where provider_code = split_part(posting.key, ':', 2)
            and tx_id = substr(posting.key, length('game:' || split_part(posting.key, ':', 2)) + 2)
          offset 0
        ) moved on true
        where posting.reason like 'game-%'`,
}
/** Rounds with movements since the last check, and all of their transactions. */
const freshRounds: Rows = {
  name: 'fresh_round',
  sql: `select round.* from (
          select distinct moved_player_id as player_id, provider_code, round_id from fresh_game_posting where round_id is not null
        ) moved
        cross join lateral (
          select * from gateway.game_round
          where player_id = moved.player_id and provider_code = moved.provider_code and round_id = moved.round_id offset 0
        ) round`,
}
const freshTransactions: Rows = {
  name: 'fresh_transaction',
  sql: `select moved.* from fresh_round round
        cross join lateral (
          select * from gateway.game_transaction
          where player_id = round.player_id and round_id = round.round_id and provider_code = round.provider_code offset 0
        ) moved`,
}
const ofRounds = [freshPostings, freshGamePostings, freshRounds, freshTransactions]

/** All rounds and their transactions, or the new ones; the CTE names shadow the tables. */
const ofAll = 'with rounds as (select * from gateway.game_round), moves as (select * from gateway.game_transaction)'
const ofFresh = 'with rounds as (select * from fresh_round), moves as (select * from fresh_transaction)'

const roundsUnlike = `
  select round.id from rounds round
  left join (
    select provider_code, round_id, player_id,
      sum(case when kind in ('bet', 'betwin') and grant_id is null then amount_minor else 0 end) as stake,
      sum(amount_minor) filter (where kind in ('bet', 'betwin') and grant_id is not null and bet_state is distinct from 'rolled_back') as free,
      sum(case when kind = 'win' then amount_minor else win_minor end - refused_minor - coalesce(capped_minor, 0)) filter (where kind in ('win', 'betwin')) as payout,
      sum(case when bet_state = 'rolled_back' and grant_id is null then amount_minor else 0 end) as returned,
      count(*) filter (where kind in ('bet', 'betwin')) as bets,
      count(*) filter (where bet_state = 'open') as open_bets
from moves group by provider_code, round_id, player_id
  ) sums on sums.provider_code = round.provider_code and sums.round_id = round.round_id and sums.player_id = round.player_id
  where round.stake_minor <> coalesce(sums.stake, 0) or round.payout_minor <> coalesce(sums.payout, 0)
     or round.returned_minor <> coalesce(sums.returned, 0) or round.open_bets <> coalesce(sums.open_bets, 0)
     or ((round.grant_id is null or sums.bets > 0) and coalesce(round.free_minor, 0) <> coalesce(sums.free, 0))
     or (round.ended and round.open_bets > 0)`

const sumsOfDays = `
  select player_id, (started_at at time zone 'UTC')::date as day, sum(stake_minor - returned_minor) as staked, sum(payout_minor) as paid
  from rounds group by 1, 2`

const wordsUnknown = `
  select tx_id from moves moved
  where kind not in ('bet', 'win', 'betwin', 'rollback', 'end') or (kind = 'bet') <> (bet_state is not null)
     or bet_state not in ('open', 'settled', 'rolled_back') or amount_minor < 0 or win_minor < 0
  union all
  select id from rounds round where least(stake_minor, payout_minor, returned_minor, open_bets) < 0`

/** Free-stake accounts that differ from the open stakes of the grants. */
const freeStakesApart = `
  select coalesce(held.account, granted.account) from (
    select account, currency, net_minor as amount from ledger.house_accounts where account like 'free\\_stake:%'
  ) held
  full join (
    select 'free_stake:' || provider_code as account, currency, sum(open_minor) as amount from gateway.free_round_grant group by 1, 2
  ) granted on granted.account = held.account and granted.currency = held.currency
  where coalesce(held.amount, 0) <> coalesce(granted.amount, 0)`

/** Sums of a grant from its transactions; wins without any bet are the sum of rounds that the provider kept. */
const grantSums = `
  count(*) filter (where kind in ('bet', 'betwin') and bet_state is distinct from 'rolled_back') as used,
  count(*) filter (where kind in ('bet', 'betwin')) = 0 and count(*) filter (where kind = 'win') > 0 as is_sum,
  coalesce(sum(amount_minor) filter (where bet_state = 'open'), 0) as open,
  coalesce(sum(case when kind = 'win' then amount_minor else win_minor end - coalesce(capped_minor, 0)) filter (where kind in ('win', 'betwin')), 0) as won`
const isApart = `
  granted.id is null or granted.used <> case when moved.is_sum then case when granted.used > 0 then granted.rounds else 0 end else coalesce(moved.used, 0) end or granted.open_minor <> coalesce(moved.open, 0)
  or granted.won_minor <> coalesce(moved.won, 0)`

/** Invariants of rounds and their money. */
export const gatewayInvariants: Invariant[] = [
  {
    name: 'in_play',
    sql: `select wallet.player_id from ledger.wallets wallet
          left join (select player_id, sum(amount_minor) as open from gateway.game_transaction where bet_state = 'open' and grant_id is null group by player_id) bets
            on bets.player_id = wallet.player_id
          where wallet.in_play_minor <> coalesce(bets.open, 0)`,
    // A round's in-play money by its postings equals its open bets; `balances` checks the wallets against their
    // postings.
    since: {
      rows: ofRounds,
      sql: `select player_id from (
              select player_id, provider_code, round_id, sum(case when bet_state = 'open' and grant_id is null then amount_minor else 0 end) as open, sum(moved.net) as net
              from fresh_transaction
              left join lateral (
                select sum(case 'in_play' when credit then amount_minor when debit then -amount_minor else 0 end) as net
                from ledger.transfers where posting_id = fresh_transaction.posting_id offset 0
              ) moved on true
              group by player_id, provider_code, round_id
            ) round where open <> coalesce(net, 0)`,
    },
  },
  {
    name: 'rounds',
    sql: `${ofAll} ${roundsUnlike}`,
    since: {
      rows: ofRounds,
      sql: `${ofFresh} ${roundsUnlike}`,
    },
  },
  {
    name: 'round_days',
    sql: `${ofAll}
          select coalesce(summed.player_id, round.player_id) from gateway.round_day summed
          full join (${sumsOfDays}) round on round.player_id = summed.player_id and round.day = summed.day_utc
          where coalesce(summed.staked_minor, 0) <> coalesce(round.staked, 0) or coalesce(summed.won_minor, 0) <> coalesce(round.paid, 0)`,
    // Comparing a day with all of its rounds takes longer the more there are. Sums only grow, so a day must have at
    // least the sums of its new rounds.
    since: {
      rows: ofRounds,
      sql: `${ofFresh}
            select round.player_id from (${sumsOfDays}) round
            left join lateral (
              select * from gateway.round_day where player_id = round.player_id and day_utc = round.day offset 0
            ) summed on true
            where coalesce(summed.staked_minor, 0) < round.staked or coalesce(summed.won_minor, 0) < round.paid`,
    },
  },
  {
    name: 'game_words',
    sql: `${ofAll} ${wordsUnknown}`,
    since: {
      rows: ofRounds,
      sql: `${ofFresh} ${wordsUnknown}`,
    },
  },
  {
    name: 'held_wins',
    sql: `select win.id from gateway.held_win win
          left join ledger.holds hold on hold.key = 'win:' || win.provider_code || ':' || win.tx_id || ':hold'
          left join gateway.game_transaction moved on moved.provider_code = win.provider_code and moved.tx_id = win.tx_id
          where hold.key is null or moved.tx_id is null or hold.player_id <> win.player_id or hold.amount_minor <> win.held_minor
             or hold.state <> case win.state when 'held' then 'held' when 'paid' then 'released' else 'settled' end
             or moved.refused_minor <> case win.state when 'refused' then win.held_minor else 0 end
          union all
          select hold.key from ledger.holds hold
          where hold.state = 'held' and hold.key like 'win:%'
            and not exists (select from gateway.held_win win where hold.key = 'win:' || win.provider_code || ':' || win.tx_id || ':hold')`,
  },
  {
    name: 'free_rounds',
    sql: `select coalesce(granted.id, moved.grant_id) from gateway.free_round_grant granted
          full join (
            select grant_id, ${grantSums} from gateway.game_transaction where grant_id is not null group by grant_id
          ) moved on moved.grant_id = granted.id
          where ${isApart}`,
    since: {
      rows: ofRounds,
      sql: `select fresh.grant_id from (select distinct grant_id from fresh_transaction where grant_id is not null) fresh
            left join gateway.free_round_grant granted on granted.id = fresh.grant_id
            cross join lateral (select ${grantSums} from gateway.game_transaction where grant_id = fresh.grant_id offset 0) moved
            where ${isApart}`,
    },
  },
  {
    name: 'free_stakes',
    // Few accounts and few open grants: each check compares them all.
    sql: freeStakesApart,
    since: { sql: freeStakesApart },
  },
  {
    name: 'restricted_until',
    // The rules of `restricted_until`, for all wallets at once.
    sql: `select wallet.player_id from ledger.wallets wallet
          left join (select distinct player_id from limits.player_limits where kind in ('stake', 'loss')) limited on limited.player_id = wallet.player_id
          left join (select player_id, max(until_at) as until_at from limits.player_restriction where 'bet' = any (forbids) group by player_id) restriction
            on restriction.player_id = wallet.player_id
          where wallet.restricted_until <> case when limited.player_id is not null then 'infinity' else coalesce(restriction.until_at, '-infinity') end`,
  },
  {
    name: 'game_postings',
    sql: `select coalesce(posting.key, transaction.tx_id) from (select * from gateway.game_transaction where posting_id is not null) transaction
          full join (select * from ledger.postings posting where reason like 'game-%') posting on posting.id = transaction.posting_id
          where posting.id is null or transaction.tx_id is null or posting.player_id <> transaction.player_id`,
    since: {
      rows: ofRounds,
      sql: `select key from fresh_game_posting where posting_id is distinct from id or moved_player_id <> player_id
            union all
            select moved.tx_id from fresh_transaction moved
            left join fresh_posting posting on posting.id = moved.posting_id and posting.reason like 'game-%'
            left join lateral (
              select player_id from ledger.postings posting where posting.id is null and id = moved.posting_id and reason like 'game-%' offset 0
            ) older on true
            where moved.posting_id is not null and coalesce(posting.player_id, older.player_id) is distinct from moved.player_id`,
    },
  },
]
