-- A bet looks its round up by the key. While the table has no statistics, an index that also begins with the player is as good as the key to
-- the planner, and then every bet reads all rounds of its player. An index of a part of the table, which here is all of it, can only serve who
-- says that they want that part: whoever reads a player's rounds in their order does so from the view.
drop index game_round_player;
create index game_round_player on game_round (player_id, id desc) where id > '';
create view game_round_in_order as select * from game_round where id > '';
