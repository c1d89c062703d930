-- A sign-in looks whether the player has used its device before.
drop index concurrently if exists accounts.player_session_device;
create index concurrently player_session_device on accounts.player_session (player_id, device_id);
