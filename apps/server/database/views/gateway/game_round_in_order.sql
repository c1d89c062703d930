-- A player's rounds in their order: names the part of the table that the index `game_round_player` is of, so that the planner uses it.
create view gateway.game_round_in_order as select * from gateway.game_round where id > '';
