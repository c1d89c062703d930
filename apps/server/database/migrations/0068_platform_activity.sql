-- How busy each server is, written with the time at which it was seen: players with an open live stream, and bets of the last minutes.
alter table platform.program add column players integer not null default 0;
alter table platform.program add column bets_last_minute integer not null default 0;
alter table platform.program add column bets_last_ten integer not null default 0;
