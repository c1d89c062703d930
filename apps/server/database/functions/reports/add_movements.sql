-- Adds (`p_sign` 1) or takes away (-1) the transfers of a span of transactions: of one player, as a test player or not, or of all, by their rows. Returns their number.
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
      date_bin('15 minutes', posting.happened_at, 'epoch'::timestamptz) as quarter,
      case when p_player is null then coalesce(player.is_test, false) else p_is_test end as is_test,
      transfer.currency, posting.reason, reports.account_kind(transfer.debit) as debit, reports.account_kind(transfer.credit) as credit,
      transfer.amount_minor, transfer.player_id
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
  ), player_movements as (
    insert into reports.player_movement as known (player_id, day, market, is_test, debit, credit, transfers, amount_minor)
    select player_id, day, market, is_test, debit, credit, count(*), sum(amount_minor)
    from moved where player_id is not null and p_player is null and credit <> 'in_play' group by player_id, day, market, is_test, debit, credit
    on conflict (player_id, day, debit, credit) do update
    set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor
  ), of_players as (
    select player_id, day, market, is_test,
      count(*) filter (where debit = 'cash' and (credit = 'in_play' or credit like 'gaming\_result:%')) as stakes,
      coalesce(sum(amount_minor) filter (where debit = 'cash' and (credit = 'in_play' or credit like 'gaming\_result:%')), 0) as stake_minor,
      coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play') and credit like 'gaming\_result:%'), 0) as settled_minor,
      coalesce(sum(amount_minor) filter (where credit = 'cash' and debit like 'gaming\_result:%'), 0) as won_minor,
      count(*) filter (where credit = 'cash' and reports.is_paid_in(debit)) as deposits,
      coalesce(sum(amount_minor) filter (where credit = 'cash' and reports.is_paid_in(debit)), 0) as deposit_minor
    from moved where player_id is not null and p_player is null group by player_id, day, market, is_test
  ), days as (
    insert into reports.player_day as known (player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor)
    select player_id, day, market, is_test, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor from of_players
    where stakes + settled_minor + won_minor + deposits > 0
    on conflict (player_id, day) do update
    set stakes = known.stakes + excluded.stakes, stake_minor = known.stake_minor + excluded.stake_minor,
        settled_minor = known.settled_minor + excluded.settled_minor, won_minor = known.won_minor + excluded.won_minor,
        deposits = known.deposits + excluded.deposits, deposit_minor = known.deposit_minor + excluded.deposit_minor
  ), firsts as (
    insert into reports.first_deposit as known (player_id, day, market, is_test)
    select player_id, min(day), min(market), bool_or(is_test) from of_players where deposits > 0 group by player_id
    on conflict (player_id) do update set day = least(known.day, excluded.day)
  )
  select p_sign * count(*) into added from moved;
  return added;
end $$;
