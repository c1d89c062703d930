-- Posts the ends of many players' bets in one statement: each moves its stake out of play, and pays any win. A posting
-- that would fail, or is not the only one of its player or key, is skipped without an answer.
create or replace function ledger.post_ends(
  p_keys text[], p_hashes bytea[], p_reason text, p_happened_at timestamptz, p_players text[], p_currencies text[],
  p_house text[], p_stakes bigint[], p_wins bigint[]
) returns table (place integer, posting bigint, after bigint[]) language plpgsql
security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with asked as materialized (
    select asked.*, count(*) over (partition by asked.player) as of_player, count(*) over (partition by asked.key) as of_key
    from unnest(p_keys, p_hashes, p_players, p_currencies, p_house, p_stakes, p_wins) with ordinality
      as asked (key, hash, player, currency, house, stake, win, place)
  ), eligible as materialized (
    select asked.*,
      array[wallet.cash_minor + asked.win, wallet.bonus_minor, wallet.hold_minor, wallet.in_play_minor - asked.stake] as after
    from asked
    join ledger.wallet wallet on wallet.player_id = asked.player
    where of_player = 1 and of_key = 1 and asked.stake > 0 and asked.win >= 0 and wallet.currency = asked.currency
      and wallet.closed_at is null and wallet.frozen_at is null
      and wallet.in_play_minor >= asked.stake and wallet.cash_minor <= wallet.limit_minor - asked.win
      and not exists (select from ledger.posting earlier where earlier.key = asked.key)
  ), posted as (
    insert into ledger.posting (key, content_hash, reason, player_id, currency, happened_at, cash_after, bonus_after, hold_after, in_play_after)
    select key, hash, p_reason, player, currency, p_happened_at, after[1], after[2], after[3], after[4] from eligible order by place
    on conflict do nothing
    returning id, key
  ), moved as materialized (
    select eligible.*, posted.id from eligible join posted on posted.key = eligible.key
  ), transferred as (
    insert into ledger.transfer (posting_id, line, player_id, debit, credit, currency, amount_minor, debit_after, credit_after)
    select id, 1, player, 'in_play', house, currency, stake, after[4], null from moved
    union all
    select id, 2, player, house, 'cash', currency, win, null, after[1] from moved where win > 0
    order by 1, 2
  ), wallet_updated as (
    update ledger.wallet wallet
    set cash_minor = moved.after[1], bonus_minor = moved.after[2], hold_minor = moved.after[3], in_play_minor = moved.after[4]
    from moved where wallet.player_id = moved.player
  )
  select place::integer, id, after from moved;
end $$;
