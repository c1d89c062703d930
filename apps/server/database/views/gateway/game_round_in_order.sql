-- A player's rounds in order: repeats the condition of the partial index `game_round_player`, so that the planner uses
-- it.
create view gateway.game_round_in_order as select * from gateway.game_round where id > '';
