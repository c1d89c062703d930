-- A player's open rounds: those of long ago that stand aside, then from the newest on until they hold all that the player has in play. Open
-- rounds are few and young, so few of the others are passed.
create or replace function rounds_open(p_player text) returns setof game_round language plpgsql stable
-- In the order of the index, so that no more are read than it takes.
set enable_sort = off set enable_bitmapscan = off as $$
declare
  sought bigint := coalesce((select in_play_minor from ledger_wallet where player_id = p_player), 0);
  round game_round;
begin
  if sought = 0 then return; end if;
  for round in
    select own.* from round_aside aside
    cross join lateral (select * from game_round_in_order where player_id = p_player and id = aside.id offset 0) own
    where aside.player_id = p_player and aside.is_open and own.open_bets > 0
  loop
    return next round;
    sought := sought - round_in_play(round);
  end loop;
  if sought <= 0 then return; end if;
  for round in select * from game_round_in_order where player_id = p_player order by id desc loop
    continue when round.open_bets = 0 or exists (select from round_aside where player_id = p_player and id = round.id and is_open);
    return next round;
    sought := sought - round_in_play(round);
    exit when sought <= 0;
  end loop;
end $$;
