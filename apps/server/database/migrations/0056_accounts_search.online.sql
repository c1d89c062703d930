-- The console's search finds a player by a misspelt name, and the players of a device.
drop index concurrently if exists accounts.player_name_keys;
create index concurrently player_name_keys on accounts.player using gin (accounts.name_keys(player_name));

drop index concurrently if exists accounts.player_session_of_device;
create index concurrently player_session_of_device on accounts.player_session (device_id);
