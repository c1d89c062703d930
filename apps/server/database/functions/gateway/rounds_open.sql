-- A player's open rounds: those in `gateway.long_open_round`, then from the newest on until they account for all money
-- in play, including free stakes. Open rounds are few and recent, so few others are read.
create or replace function gateway.rounds_open(p_player text) returns setof gateway.game_round language plpgsql stable
-- In index order, so that no more rows are read than necessary.
set enable_sort = off set enable_bitmapscan = off as $$
declare
  sought bigint := coalesce((select in_play_minor from ledger.wallets where player_id = p_player), 0)
    + coalesce((select sum(open_minor) from gateway.free_round_grant where player_id = p_player), 0);
  round gateway.game_round;
begin
  if sought = 0 then return; end if;
  for round in
    select own.* from gateway.long_open_round long_open
    cross join lateral (select * from gateway.game_round_in_order where player_id = p_player and id = long_open.id offset 0) own
    where long_open.player_id = p_player and own.open_bets > 0
  loop
    return next round;
    sought := sought - gateway.round_in_play(round);
  end loop;
  if sought <= 0 then return; end if;
  for round in select * from gateway.game_round_in_order where player_id = p_player order by id desc loop
    continue when round.open_bets = 0 or exists (select from gateway.long_open_round where player_id = p_player and id = round.id);
    return next round;
    sought := sought - gateway.round_in_play(round);
    exit when sought <= 0;
  end loop;
end $$;
