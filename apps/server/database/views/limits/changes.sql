-- Changes of limits, breaks and blocks, without their reasons.
create view limits.changes as select id, player_id, at, what, kind, period, amount_minor, until_at, made_by from limits.change;
