-- A player's rounds with every stake returned, newest first: those before an id, and at most this many, if given. A
-- round with later bets is excluded.
create or replace function gateway.rounds_rolled_back(p_player text, p_before text, p_most integer) returns setof text language sql stable
set enable_sort = off set enable_bitmapscan = off as $$
  select rolled_back.id from gateway.rolled_back_round rolled_back
  cross join lateral (select * from gateway.game_round_in_order where player_id = p_player and id = rolled_back.id offset 0) own
  where rolled_back.player_id = p_player and (p_before is null or rolled_back.id < p_before)
    and own.open_bets = 0 and own.returned_minor = own.stake_minor and coalesce(own.free_minor, 0) = 0
  order by rolled_back.id desc limit p_most
$$;
