-- What each player staked and won by day, so that the totals of the history of rounds are a sum of days and not of rounds. A job behind the
-- money path sums it from the ledger; what came after the player's mark is added when it is asked for, so the totals are exact at any time and
-- a bet pays nothing for them. A player's transfers are written under the lock of their wallet, so they commit in the order of their ids.
-- The day is the one on which the round began, as the filters of the histories have it (UTC).
create table round_day (
  player_id    text   not null,
  day          date   not null,
  -- Without what was returned.
  staked_minor bigint not null,
  paid_minor   bigint not null,
  primary key (player_id, day)
);
-- The transfer up to which a player's rounds are in the sums.
create table round_mark (
  player_id text   primary key,
  up_to     bigint not null
) with (fillfactor = 70);
-- Rounds that were open or rolled back when they were summed: few of many, and the history finds them here.
create table round_aside (
  player_id text not null,
  id        text not null,
  primary key (player_id, id)
);
-- How far the job has looked for players who moved.
create table round_reach (
  one     boolean primary key default true check (one),
  looked_to bigint not null
);
insert into round_reach (looked_to) values (0);
