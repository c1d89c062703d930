-- Until when a bet of the player has to ask more than the wallet: the end of the last restriction, or 'infinity' with a stake or loss limit of their own.
create or replace function limits.restricted_until(p_player text) returns timestamptz language sql stable as $$
  select case when exists (select from limits.player_limit where player_id = p_player and kind in ('stake', 'loss')) then 'infinity'::timestamptz
    else coalesce((select max(until_at) from limits.player_restriction where player_id = p_player and 'bet' = any (forbids)), '-infinity') end
$$;
