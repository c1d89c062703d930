-- Limits that players have set for themselves.
create view limits.player_limits as select player_id, kind, period, amount_minor from limits.player_limit;
