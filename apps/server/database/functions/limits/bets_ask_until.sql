-- Until when a bet of the player has to ask more than the wallet: 'infinity' for somebody inactive or with limits of their own.
create or replace function bets_ask_until(p_player text) returns timestamptz language sql stable as $$
  select case
    when exists (select from player_limit where player_id = p_player and kind in ('stake', 'loss'))
      or not exists (select from player where id = p_player and active) then 'infinity'::timestamptz
    else coalesce((select max(coalesce(until_at, 'infinity')) from play_block where player_id = p_player), '-infinity')
  end
$$;
