-- The device that each session of a player ran on.
create view accounts.sessions as select id, player_id, device_id from accounts.player_session;
