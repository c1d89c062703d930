// A year of rounds and payments, written through the functions of ledger and gateway instead of HTTP, and every report
// figure recounted from the transfers in plain SQL.

/** Days of the year in both markets: from noon UTC on the first to the last. */
export const firstDay = '2025-11-21'
export const lastDay = '2026-11-20'
const provider = 'dhow-studio'

/** @param {{ players: number, rounds: number, deposits: number }} size @returns {string[]} statements for the owner of the database */
export const yearOfPlay = ({ players, rounds, deposits }) => [
  // Of each ten players the third is Indian and the seventh a test player.
  `insert into accounts.player (id, player_name, mobile, market, currency, password_hash, deposit_code, created_at, is_test)
   select 'ply_year' || n, 'year_' || n, case when n % 10 = 3 then '+9198' || (10000000 + n) else '+26485' || (1000000 + n) end,
     case when n % 10 = 3 then 'IN' else 'NA' end, case when n % 10 = 3 then 'INR' else 'NAD' end, 'none', 'Y' || n,
     timestamptz '${firstDay} 00:00Z' + n * interval '5 minutes', n % 10 = 7
   from generate_series(1, ${players}) n`,
  `insert into ledger.wallet (player_id, currency) select id, currency from accounts.player where id like 'ply_year%'`,
  `insert into gateway.game_session (id, provider_code, player_id, game_id, currency, launch_expires_at, opened_at)
   select 'ses_' || id, '${provider}', id, (select min(id) from catalog.game where provider_code = '${provider}'), currency, now(), now()
   from accounts.player where id like 'ply_year%'`,
  // The first deposit is large, so that no bet is refused.
  `select ledger.post('year:first:' || id, '\\x00', 'test', null, created_at + interval '9 hours' * (length(id) % 5), id, currency,
     array['bank_detail:' || case when market = 'IN' then 9 else 2 end], array['cash'], array[500000000]::bigint[])
   from accounts.player where id like 'ply_year%'`,
  payments({ players, deposits }),
  play({ players, rounds }),
]

/**
 * A deposit by a bank or service; each tenth is reversed some days later, and each fifth is followed by a payout or a
 * bonus.
 */
const payments = ({ players, deposits }) => `
do $$
declare
  player accounts.player;
  at timestamptz;
  amount bigint;
begin
  for n in 1..${deposits} loop
    select * into player from accounts.player where id = 'ply_year' || (1 + n * 7 % ${players});
    at := timestamptz '${firstDay} 22:10Z' + interval '360 days' * n / ${deposits + 1};
    amount := 1000 + n * 37 % 90000;
    perform ledger.post('year:in:' || n, '\\x00', 'test', null, at, player.id, player.currency,
      array[case when n % 3 = 0 then 'payment_service:apay' else 'bank_detail:2' end], array['cash'], array[amount]);
    if n % 10 = 0 then
      perform ledger.post('year:back:' || n, '\\x00', 'test', null, at + interval '3 days', player.id, player.currency,
        array['cash'], array[case when n % 3 = 0 then 'payment_service:apay' else 'bank_detail:2' end], array[amount]);
    elsif n % 5 = 1 then
      perform ledger.post('year:hold:' || n, '\\x00', 'test', null, at, player.id, player.currency, array['cash'], array['hold'], array[amount]);
      perform ledger.post('year:out:' || n, '\\x00', 'test', null, at + interval '5 hours', player.id, player.currency, array['hold'], array['payout_transit'], array[amount]);
      perform ledger.post('year:paid:' || n, '\\x00', 'test', null, at + interval '6 hours', player.id, player.currency, array['payout_transit'], array['bank_detail:2'], array[amount]);
    elsif n % 5 = 2 then
      perform ledger.post('year:bonus:' || n, '\\x00', 'test', null, at, player.id, player.currency, array['bonus_cost:year'], array['bonus'], array[amount / 2]);
      -- A stake of bonus money is no turnover.
      perform ledger.post('win:${provider}:year-bonus-' || n, '\\x00', 'test', null, at + interval '1 hour', player.id, player.currency,
        array['bonus'], array['gaming_result:${provider}'], array[amount / 2]);
    end if;
  end loop;
end $$`

/**
 * Rounds of each kind: won and lost at once, rolled back after midnight, settled on another day, and settled again days
 * later.
 */
const play = ({ players, rounds }) => `
do $$
declare
  player accounts.player;
  games text[] := array(select id from catalog.game where provider_code = '${provider}' order by id limit 7);
  game text;
  at timestamptz;
  stake bigint;
  tx text;
  answer text;
begin
  for n in 1..${rounds} loop
    select * into player from accounts.player where id = 'ply_year' || (1 + n * 3 % ${players});
    game := games[1 + n % cardinality(games)];
    at := timestamptz '${firstDay} 12:00Z' + interval '360 days' * n / ${rounds + 1};
    -- Each fourth stands shortly before midnight in its market.
    if n % 4 = 0 then at := date_trunc('day', at) + case when player.market = 'IN' then interval '18 hours 29 minutes' else interval '21 hours 59 minutes' end; end if;
    stake := 100 + n * 7 % 900;
    tx := 'year-' || n;
    if n % 10 < 5 then
      select code into answer from gateway.apply('betwin', '${provider}', tx, null, player.id, 'ses_' || player.id, tx, game, player.currency, stake,
        case when n % 3 = 0 then stake * 2 else 0 end, '\\x00', 'rnd_' || tx, at);
    else
      select code into answer from gateway.apply('bet', '${provider}', tx, null, player.id, 'ses_' || player.id, tx, game, player.currency, stake, 0, '\\x00', 'rnd_' || tx, at);
      if n % 10 = 7 then
        perform gateway.apply('rollback', '${provider}', tx || '-end', tx, player.id, 'ses_' || player.id, tx, null, player.currency, 0, 0, '\\x00', 'rnd_' || tx, at + interval '20 minutes');
      elsif n % 10 = 9 then
        perform gateway.apply('end', '${provider}', tx || '-end', null, player.id, 'ses_' || player.id, tx, null, player.currency, 0, 0, '\\x00', 'rnd_' || tx, at + interval '1 day');
      else
        perform gateway.apply('win', '${provider}', tx || '-end', tx, player.id, 'ses_' || player.id, tx, null, player.currency, case when n % 2 = 0 then stake + 50 else 0 end, 0, '\\x00', 'rnd_' || tx, at + interval '2 minutes');
      end if;
      if n % 10 = 8 then
        perform gateway.apply('win', '${provider}', tx || '-late', tx, player.id, 'ses_' || player.id, tx, null, player.currency, stake * 3, 0, '\\x00', 'rnd_' || tx, at + interval '3 days');
      end if;
    end if;
    if answer <> 'ok' then raise exception 'round % was refused: %', n, answer; end if;
  end loop;
end $$`

const zoneOf = { NA: 'Africa/Windhoek', IN: 'Asia/Kolkata' }

/** Transfers of a market's players with their day, and their share in each figure. */
const moved = (market) => `
  moved as materialized (
    select transfer.*, posting.key, (posting.happened_at at time zone '${zoneOf[market]}')::date as day,
      case when debit in ('cash', 'in_play') and credit like 'gaming\\_result:%' then amount_minor else 0 end as turnover,
      case when debit like 'gaming\\_result:%' and credit = 'cash' then amount_minor when debit = 'hold' and credit like 'gaming\\_result:%' then -amount_minor else 0 end as wins,
      case when split_part(debit, ':', 1) in ('bank_detail', 'payment_service', 'voucher_issuer', 'suspense') and credit = 'cash' then amount_minor
        when debit = 'cash' and split_part(credit, ':', 1) in ('bank_detail', 'payment_service', 'voucher_issuer', 'suspense') then -amount_minor else 0 end as deposits,
      case when debit = 'hold' and credit = 'payout_transit' then amount_minor else 0 end as withdrawals,
      case when split_part(debit, ':', 1) = 'bonus_cost' then amount_minor else 0 end as bonus_cost
    from ledger.transfers transfer join ledger.postings posting on posting.id = transfer.posting_id
    join accounts.player player on player.id = transfer.player_id and player.market = '${market}' and not player.is_test
  ), period as materialized (select * from moved where day between $1::date and $2::date)`

/** The period's players by month of their first deposit. */
const cohorts = `cohort as (
    select player_id, day, to_char(day, 'YYYY-MM') as month
    from (select player_id, min(day) as day from moved where deposits > 0 group by player_id) first where day between $1::date and $2::date
  )`

/**
 * Recounts the figures of a market and a period from the transfers, in the reports' form. `$1` and `$2` are the days.
 * @param {'NA' | 'IN'} market
 */
export const recounts = (market) => ({
  days: `with ${moved(market)}
    select day::text as key, jsonb_build_object('deposits', sum(deposits), 'withdrawals', sum(withdrawals), 'turnover', sum(turnover), 'wins', sum(wins),
      'bonus_cost', sum(bonus_cost), 'active_players', count(distinct player_id) filter (where debit = 'cash' and (credit = 'in_play' or credit like 'gaming\\_result:%'))) as value
    from period group by day`,
  total: `with ${moved(market)}
    select 'total' as key, jsonb_build_object('active', count(distinct player_id) filter (where debit = 'cash' and (credit = 'in_play' or credit like 'gaming\\_result:%')),
      'first_deposits', (select count(*) from (select min(day) as day from moved where deposits > 0 group by player_id) first where day between $1::date and $2::date)) as value
    from period`,
  games: `with ${moved(market)}
    select round.game_id as key, jsonb_build_object('stakes', coalesce(sum(turnover), 0), 'wins', coalesce(sum(wins), 0),
      'rounds', count(distinct round.round_id) filter (where moved.debit = 'cash'),
      'rolled_back', coalesce(sum(moved.amount_minor) filter (where moved.debit = 'in_play' and moved.credit = 'cash'), 0)) as value
    from period moved join gateway.game_transaction call on 'game:' || call.provider_code || ':' || call.tx_id = moved.key
    join gateway.game_round round on round.player_id = call.player_id and round.provider_code = call.provider_code and round.round_id = call.round_id
    group by 1`,
  accounts: `with ${moved(market)}
    select case when deposits > 0 then debit else credit end as key, jsonb_build_object('count', count(*) filter (where deposits > 0),
      'deposits', coalesce(sum(deposits) filter (where deposits > 0), 0), 'reversed', coalesce(-sum(deposits) filter (where deposits < 0), 0)) as value
    from period where deposits <> 0 group by 1`,
  tax: `with ${moved(market)}
    select to_char(day, 'YYYY-MM') as key, jsonb_build_object('base', sum(ggr), 'tax', sum(round(ggr * 0.15))) as value
    from (select day, sum(turnover - wins) as ggr from period group by day) days group by 1`,
  fees: `with ${moved(market)}
    select 'fee' as key, jsonb_build_object('fee', sum(round(ggr * 0.1225))) as value from (select day, sum(turnover - wins) as ggr from period group by day) days`,
  retention: `with ${moved(market)}, first as (select player_id, min(day) as day from moved where deposits > 0 group by player_id)
    select to_char(first.day, 'YYYY-MM') as key, jsonb_build_object('players', count(*), 'back', count(*) filter (where exists (
      select from moved where moved.player_id = first.player_id and moved.day = first.day + 7 and debit = 'cash' and (credit = 'in_play' or credit like 'gaming\\_result:%')))) as value
    from first where day between $1::date and $2::date group by 1`,
  payment_fees: `with ${moved(market)}
    select account as key, jsonb_build_object('fee', sum(round(net * 0.01))) as value from (
      select case when deposits > 0 then debit else credit end as account, day, sum(deposits) as net from period where deposits <> 0 group by 1, 2
    ) days where account = 'bank_detail:2' group by 1`,
  sums: `with ${moved(market)},
    played as (select day, sum(turnover - wins) as ggr, sum(bonus_cost) as bonus from period group by day),
    paid as (
      select day, sum(deposits) as net from period where deposits <> 0 and case when deposits > 0 then debit else credit end = 'bank_detail:2' group by day
    ),
    fee as (
      select (select sum(round(ggr * 0.1225)) from played) as provider_fees, (select coalesce(sum(round(net * 0.01)), 0) from paid) as payment_fees,
        (select sum(round(ggr * 0.15)) from played) as tax, (select sum(ggr - bonus) from played) as rest
    )
    select 'total' as key, jsonb_build_object('provider_fees', provider_fees, 'payment_fees', payment_fees, 'tax', tax,
      'ngr', rest - provider_fees - payment_fees - tax) as value from fee`,
  vintage: `with ${moved(market)}, ${cohorts}
    select cohort.month || ' ' || ((extract(year from moved.day) - extract(year from cohort.day)) * 12 + extract(month from moved.day) - extract(month from cohort.day))::text as key,
      jsonb_build_object('deposits', sum(deposits), 'withdrawals', sum(withdrawals)) as value
    from cohort join moved on moved.player_id = cohort.player_id and moved.day >= cohort.day group by 1
    having sum(deposits) <> 0 or sum(withdrawals) <> 0`,
  // Fees and taxes are rounded per day of the cohort, as if it were alone.
  ltv: `with ${moved(market)}, ${cohorts},
    sized as (select month, count(*) as players, max(day) as last_day from cohort group by month),
    span as (select sized.*, days from sized cross join unnest(array[30, 60, 90, 180]) as days where last_day + days <= date '${lastDay}' + 1),
    rows as (
      select span.month, span.days, moved.* from span join cohort on cohort.month = span.month
      join moved on moved.player_id = cohort.player_id and moved.day >= cohort.day and moved.day < cohort.day + span.days
    ),
    played as (select month, days, day, sum(turnover - wins) as ggr, sum(bonus_cost) as bonus from rows group by 1, 2, 3),
    paid as (
      select month, days, day, sum(deposits) as net from rows
      where deposits <> 0 and case when deposits > 0 then debit else credit end = 'bank_detail:2' group by 1, 2, 3
    )
    select month || ' ' || days as key, jsonb_build_object('per_player', round((
        coalesce((select sum(ggr - bonus - round(ggr * 0.1225) - round(ggr * 0.15)) from played where played.month = span.month and played.days = span.days), 0)
        - coalesce((select sum(round(net * 0.01)) from paid where paid.month = span.month and paid.days = span.days), 0)
      ) / players)) as value
    from span`,
})
