-- When players opened games.
create view gateway.sessions as select id, player_id, game_id, opened_at from gateway.game_session;
