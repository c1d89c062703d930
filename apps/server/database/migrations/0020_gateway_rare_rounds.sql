-- `won_minor` is what rounds paid, here as in the other sums, by the day in UTC. `round_aside` held two kinds of rounds, which are now two tables.
alter table round_day rename column paid_minor to won_minor;
alter table round_day rename column day to day_utc;

-- Rounds that have been open for long: a job looks for them each hour, so that nobody searches all rounds for them.
create table long_open_round (
  player_id text not null,
  id        text not null,
  primary key (player_id, id)
);
-- Rounds that were rolled back, written by the rollback. They can be many.
create table rolled_back_round (
  player_id text not null,
  id        text not null,
  primary key (player_id, id)
);
insert into long_open_round select player_id, id from round_aside where is_open;
insert into rolled_back_round select player_id, id from round_aside where not is_open;
drop table round_aside;
