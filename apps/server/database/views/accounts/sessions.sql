-- Device of each player session, and whether it was ended.
create view accounts.sessions as select id, player_id, device_id, ended_at, created_at, last_seen_at from accounts.player_session;
