-- Until when a player's bets must check more than the wallet: the end of the last restriction, or 'infinity' with a
-- stake or loss limit.
create or replace function limits.restricted_until(p_player text) returns timestamptz language sql stable
-- The trigger on wallets calls it as the ledger's role, which may not read here.
security definer set search_path = limits, pg_temp as $$
  select case when exists (select from limits.player_limit where player_id = p_player and kind in ('stake', 'loss')) then 'infinity'::timestamptz
    else coalesce((select max(until_at) from limits.player_restriction where player_id = p_player and 'bet' = any (forbids)), '-infinity') end
$$;
