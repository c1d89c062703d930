-- A player's data for other features: no password, no picture.
create view accounts.player_card as select id, player_name, mobile, deposit_code, market, currency, active, created_at, is_test from accounts.player;
