-- Country and browser traits with which each session began.
create view accounts.visits as select player_id, device_id, at, address, traits from accounts.player_origin;
