-- Adds (`p_sign` 1) or subtracts (-1) the transfers of a range of transactions: of one player, with the given test
-- mark, or of all, by their rows. Returns their number.
create or replace function reports.add_movements(
  p_since bigint, p_until bigint, p_player text, p_is_test boolean, p_sign integer, p_markets text[], p_currencies text[], p_zones text[]
) returns bigint language plpgsql as $$
declare
  added bigint;
begin
  with cut as (
    select * from unnest(p_markets, p_currencies, p_zones) as cut (market, currency, zone)
  ), moved as materialized (
    select transfer.id, cut.market, (posting.happened_at at time zone cut.zone)::date as day,
      posting.happened_at at time zone cut.zone as local, date_bin('15 minutes', posting.happened_at, 'epoch'::timestamptz) as quarter,
      case when p_player is null then coalesce(player.is_test, false) else p_is_test end as is_test,
      transfer.currency, posting.reason, reports.account_kind(transfer.debit) as debit, reports.account_kind(transfer.credit) as credit,
      transfer.amount_minor, transfer.player_id, transfer.posting_id, posting.key
    from ledger.transfers transfer
    join ledger.postings posting on posting.id = transfer.posting_id
    left join accounts.player_card player on player.id = transfer.player_id
    join cut on cut.market = player.market or (player.id is null and cut.currency = transfer.currency)
    where transfer.written_by >= p_since and transfer.written_by < p_until and (p_player is null or transfer.player_id = p_player)
  ), movements as (
    insert into reports.day_movement as known (market, day, is_test, currency, reason, debit, credit, transfers, amount_minor, first_id, last_id)
    select market, day, is_test, currency, reason, debit, credit, p_sign * count(*), p_sign * sum(amount_minor), min(id), max(id)
    from moved group by market, day, is_test, currency, reason, debit, credit
    on conflict (market, day, is_test, currency, reason, debit, credit) do update
    set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor,
        first_id = least(known.first_id, excluded.first_id), last_id = greatest(known.last_id, excluded.last_id)
  ), quarters as (
    insert into reports.quarter_movement as known (quarter, market, is_test, debit, credit, transfers, amount_minor)
    select quarter, market, is_test, debit, credit, p_sign * count(*), p_sign * sum(amount_minor)
    from moved where quarter >= (select quarters_from from reports.rollup) group by quarter, market, is_test, debit, credit
    on conflict (quarter, market, is_test, debit, credit) do update
    set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor
  ), payments as (
    insert into reports.payment_hour as known (market, day, hour, is_test, debit, credit, transfers, amount_minor)
    select market, day, extract(hour from local)::smallint, is_test, debit, credit, p_sign * count(*), p_sign * sum(amount_minor)
    from moved
    where (reports.is_paid_in(debit) and credit = 'cash') or (debit in ('cash', 'player_debt') and reports.is_paid_in(credit))
      or (debit = 'hold' and credit = 'payout_transit') or (debit in ('payout_transit', 'returned') and credit = 'cash')
    group by market, day, 3, is_test, debit, credit
    on conflict (market, day, hour, is_test, debit, credit) do update
    set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor
  ), of_movements as (
    select player_id, day, market, is_test, debit, credit, count(*) as transfers, sum(amount_minor) as amount_minor
    from moved where player_id is not null and p_player is null and credit <> 'in_play' group by player_id, day, market, is_test, debit, credit
  ), player_movements as (
    insert into reports.player_movement as known (player_id, day, market, is_test, debit, credit, transfers, amount_minor)
    select player_id, day, market, is_test, debit, credit, transfers, amount_minor from of_movements
    on conflict (player_id, day, debit, credit) do update
    set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor
  ), play as (
    -- A posting's key contains the provider's call, followed by a suffix if a held win was decided.
    select moved.*, split_part(key, ':', 2) as provider,
      regexp_replace(substr(key, length(split_part(key, ':', 1)) + length(split_part(key, ':', 2)) + 3), case when key like 'win:%' then ':hold(:[a-z]+)?$' else '^$' end, '') as tx_id
    from moved where player_id is not null and split_part(key, ':', 1) in ('game', 'win')
      and (debit like 'gaming\_result:%' or credit like 'gaming\_result:%' or debit = 'in_play' or credit = 'in_play')
  ), played as (
    select play.*, coalesce(nullif(call.game_id, ''), round.game_id, '') as game_id,
      play.debit = 'cash' and not exists (
        select from gateway.transactions earlier
        where earlier.player_id = call.player_id and earlier.round_id = call.round_id and earlier.provider_code = call.provider_code
          and earlier.kind in ('bet', 'betwin') and earlier.posting_id < play.posting_id
      ) as is_first
    from play
    left join gateway.transactions call on call.provider_code = play.provider and call.tx_id = play.tx_id
    left join gateway.rounds round on round.player_id = call.player_id and round.provider_code = call.provider_code and round.round_id = call.round_id
  ), games as (
    insert into reports.game_day as known (market, day, is_test, currency, provider, game_id, rounds, stake_minor, won_minor, rollbacks, rolled_back_minor, transfers)
    select market, day, is_test, currency, provider, game_id, p_sign * count(*) filter (where is_first),
      p_sign * coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play') and credit like 'gaming\_result:%'), 0),
      p_sign * (coalesce(sum(amount_minor) filter (where debit like 'gaming\_result:%' and credit = 'cash'), 0)
        - coalesce(sum(amount_minor) filter (where debit = 'hold' and credit like 'gaming\_result:%'), 0)),
      p_sign * count(*) filter (where debit = 'in_play' and credit = 'cash'),
      p_sign * coalesce(sum(amount_minor) filter (where debit = 'in_play' and credit = 'cash'), 0), p_sign * count(*)
    from played group by market, day, is_test, currency, provider, game_id
    on conflict (market, day, is_test, provider, game_id) do update
    set rounds = known.rounds + excluded.rounds, stake_minor = known.stake_minor + excluded.stake_minor, won_minor = known.won_minor + excluded.won_minor,
        rollbacks = known.rollbacks + excluded.rollbacks, rolled_back_minor = known.rolled_back_minor + excluded.rolled_back_minor,
        transfers = known.transfers + excluded.transfers
  ), of_quarters as (
    select player_id, quarter, day, market, is_test,
      count(*) filter (where debit = 'cash' and (credit = 'in_play' or credit like 'gaming\_result:%')) as stakes,
      coalesce(sum(amount_minor) filter (where debit = 'cash' and (credit = 'in_play' or credit like 'gaming\_result:%')), 0)::bigint as stake_minor,
      coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play') and credit like 'gaming\_result:%'), 0)::bigint as settled_minor,
      coalesce(sum(amount_minor) filter (where credit = 'cash' and debit like 'gaming\_result:%'), 0)::bigint as won_minor,
      count(*) filter (where credit = 'cash' and reports.is_paid_in(debit)) as deposits,
      coalesce(sum(amount_minor) filter (where credit = 'cash' and reports.is_paid_in(debit)), 0)::bigint as deposit_minor
    from moved where player_id is not null and p_player is null group by player_id, quarter, day, market, is_test
  ), quarters_of_players as (
    insert into reports.player_quarter as known (player_id, quarter, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
    select player_id, quarter, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor from of_quarters
    where stakes + settled_minor + won_minor + deposits > 0
    on conflict (player_id, quarter) do update
    set stakes = known.stakes + excluded.stakes, stake_minor = known.stake_minor + excluded.stake_minor,
        settled_minor = known.settled_minor + excluded.settled_minor, won_minor = known.won_minor + excluded.won_minor,
        deposits = known.deposits + excluded.deposits, deposit_minor = known.deposit_minor + excluded.deposit_minor
  ), of_players as (
    select player_id, day, market, is_test, sum(stakes) as stakes, sum(stake_minor) as stake_minor, sum(settled_minor) as settled_minor,
      sum(won_minor) as won_minor, sum(deposits) as deposits, sum(deposit_minor) as deposit_minor
    from of_quarters group by player_id, day, market, is_test
  ), days as (
    insert into reports.player_day as known (player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
    select player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor from of_players
    where stakes + settled_minor + won_minor + deposits > 0
    on conflict (player_id, day) do update
    set stakes = known.stakes + excluded.stakes, stake_minor = known.stake_minor + excluded.stake_minor,
        settled_minor = known.settled_minor + excluded.settled_minor, won_minor = known.won_minor + excluded.won_minor,
        deposits = known.deposits + excluded.deposits, deposit_minor = known.deposit_minor + excluded.deposit_minor
  ), came as (
    -- Days on which a player's first stake was found.
    select player_id, day, market, is_test from of_players added
    where stakes > 0 and not exists (select from reports.player_day known where known.player_id = added.player_id and known.day = added.day and known.stakes > 0)
  ), months as (
    insert into reports.player_month as known (player_id, month, market, is_test, stakes, days, last_day, settled_minor, won_minor, deposit_minor)
    select player_id, date_trunc('month', day::timestamp)::date, market, is_test, sum(stakes), count(came.day), max(day) filter (where stakes > 0),
      sum(settled_minor), sum(won_minor), sum(deposit_minor)
    from of_players left join came using (player_id, day, market, is_test)
    where stakes + settled_minor + won_minor + deposits > 0 group by player_id, 2, market, is_test
    on conflict (player_id, month) do update
    set stakes = known.stakes + excluded.stakes, days = known.days + excluded.days, last_day = greatest(known.last_day, excluded.last_day),
        settled_minor = known.settled_minor + excluded.settled_minor, won_minor = known.won_minor + excluded.won_minor,
        deposit_minor = known.deposit_minor + excluded.deposit_minor
  ), reach as (
    select player_id, min(day) as earliest, max(day) as latest, min(market) as market, bool_or(is_test) as is_test from came group by player_id
  ), around as (
    -- Their days with stakes, from the previous to the next one.
    select player_id, day, true as is_new from came
    union all
    select reach.player_id, known.day, false from reach
    join reports.player_day known on known.player_id = reach.player_id and known.stakes > 0
      and known.day >= coalesce((select max(day) from reports.player_day early where early.player_id = reach.player_id and early.stakes > 0 and early.day < reach.earliest), '-infinity')
      and known.day <= coalesce((select min(day) from reports.player_day late where late.player_id = reach.player_id and late.stakes > 0 and late.day > reach.latest), 'infinity')
  ), chain as (
    select player_id, day, coalesce(lag(day) over (partition by player_id order by day), '-infinity') as previous_day, 1 as players from around
    union all
    select player_id, day, coalesce(lag(day) over (partition by player_id order by day), '-infinity'), -1 from around where not is_new
  ), active_days as (
    insert into reports.active_day as known (market, day, previous_day, is_test, players)
    select market, day, previous_day, is_test, sum(players) from chain join reach using (player_id)
    group by market, day, previous_day, is_test having sum(players) <> 0
    on conflict (market, day, is_test, previous_day) do update set players = known.players + excluded.players
  ), first as (
    -- Day of the first deposit of each of these players, former and current.
    select seen.player_id, known.day as old_day, least(known.day, seen.day) as new_day, coalesce(known.market, seen.market) as market,
      coalesce(known.is_test, seen.is_test) as is_test
    from (
      select player_id, min(day) filter (where deposits > 0) as day, min(market) as market, bool_or(is_test) as is_test from of_players group by player_id
    ) seen
    left join reports.first_deposit known on known.player_id = seen.player_id
    where known.day is not null or seen.day is not null
  ), changed as (
    select * from first where new_day is distinct from old_day
  ), firsts as (
    insert into reports.first_deposit as known (player_id, day, market, is_test) select player_id, new_day, market, is_test from changed
    on conflict (player_id) do update set day = least(known.day, excluded.day)
  ), of_cohorts as (
    select first.market, first.new_day as first_day, first.is_test, added.day, added.debit, added.credit, added.transfers, added.amount_minor
    from first join of_movements added on added.player_id = first.player_id and added.day >= first.new_day
    union all
    -- A first deposit found later moves all sums of its player.
    select changed.market, changed.new_day, changed.is_test, known.day, known.debit, known.credit, known.transfers, known.amount_minor
    from changed join reports.player_movement known on known.player_id = changed.player_id and known.day >= changed.new_day
    union all
    select changed.market, changed.old_day, changed.is_test, known.day, known.debit, known.credit, -known.transfers, -known.amount_minor
    from changed join reports.player_movement known on known.player_id = changed.player_id and known.day >= changed.old_day
  ), cohort_days as (
    insert into reports.cohort_day as known (market, first_day, is_test, day, debit, credit, transfers, amount_minor)
    select market, first_day, is_test, day, debit, credit, sum(transfers), sum(amount_minor) from of_cohorts where day < first_day + 180
    group by market, first_day, is_test, day, debit, credit having sum(transfers) <> 0 or sum(amount_minor) <> 0
    on conflict (market, first_day, is_test, day, debit, credit) do update
    set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor
  ), cohort_months as (
    insert into reports.cohort_month as known (market, first_month, is_test, day, days, debit, credit, transfers, amount_minor)
    select market, date_trunc('month', first_day::timestamp)::date, is_test, day, reports.days_since(first_day, day), debit, credit, sum(transfers), sum(amount_minor)
    from of_cohorts where day < first_day + 180
    group by market, 2, is_test, day, 5, debit, credit having sum(transfers) <> 0 or sum(amount_minor) <> 0
    on conflict (market, first_month, is_test, day, days, debit, credit) do update
    set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor
  ), cohort_vintages as (
    insert into reports.cohort_vintage as known (market, first_day, is_test, month, debit, credit, transfers, amount_minor)
    select market, first_day, is_test, date_trunc('month', day::timestamp)::date, debit, credit, sum(transfers), sum(amount_minor) from of_cohorts
    group by market, first_day, is_test, 4, debit, credit having sum(transfers) <> 0 or sum(amount_minor) <> 0
    on conflict (market, first_day, is_test, month, debit, credit) do update
    set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor
  ), returned as (
    select market, new_day as first_day, is_test, 0 as days, 1 as players from changed
    union all
    select market, old_day, is_test, 0, -1 from changed where old_day is not null
    union all
    select first.market, new_day, first.is_test, came.day - new_day, 1 from first join came on came.player_id = first.player_id and came.day - new_day in (1, 7, 30)
    union all
    select changed.market, new_day, changed.is_test, known.day - new_day, 1
    from changed join reports.player_day known on known.player_id = changed.player_id and known.stakes > 0 and known.day - new_day in (1, 7, 30)
    union all
    select changed.market, old_day, changed.is_test, known.day - old_day, -1
    from changed join reports.player_day known on known.player_id = changed.player_id and known.stakes > 0 and known.day - old_day in (1, 7, 30)
  ), returns as (
    insert into reports.cohort_return as known (market, first_day, is_test, days, players)
    select market, first_day, is_test, days, sum(players) from returned group by market, first_day, is_test, days having sum(players) <> 0
    on conflict (market, first_day, is_test, days) do update set players = known.players + excluded.players
  )
  select p_sign * count(*) into added from moved;
  return added;
end $$;
