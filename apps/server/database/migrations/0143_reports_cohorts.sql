-- Sums of cohorts, so that a report of a year reads days and months and not players. A cohort is the players of a market by the day of their first deposit.
-- All sums here follow from `first_deposit`, `player_movement` and `player_day`.

-- Movements between two accounts on a day, for the 180 days from the first deposit on.
create table reports.cohort_day (
  market       text    not null,
  first_day    date    not null,
  day          date    not null,
  is_test      boolean not null,
  debit        text    not null,
  credit       text    not null,
  transfers    bigint  not null,
  amount_minor bigint  not null,
  primary key (market, first_day, is_test, day, debit, credit)
);

-- The same of all players of a month of first deposits. `days`: the movement lies within 30, 60, 90 or 180 days from the player's first deposit on.
create table reports.cohort_month (
  market       text     not null,
  first_month  date     not null,
  days         smallint not null check (days in (30, 60, 90, 180)),
  day          date     not null,
  is_test      boolean  not null,
  debit        text     not null,
  credit       text     not null,
  transfers    bigint   not null,
  amount_minor bigint   not null,
  primary key (market, first_month, is_test, day, days, debit, credit)
);

-- Movements between two accounts in a month, however long after the first deposit. `month` is its first day.
create table reports.cohort_vintage (
  market       text    not null,
  first_day    date    not null,
  month        date    not null,
  is_test      boolean not null,
  debit        text    not null,
  credit       text    not null,
  transfers    bigint  not null,
  amount_minor bigint  not null,
  primary key (market, first_day, is_test, month, debit, credit)
);

-- Players who staked so many days after their first deposit; with 0 days, all players of the cohort.
create table reports.cohort_return (
  market    text     not null,
  first_day date     not null,
  days      smallint not null check (days in (0, 1, 7, 30)),
  is_test   boolean  not null,
  players   bigint   not null,
  primary key (market, first_day, is_test, days)
);

-- Players who staked on a day, by the day on which they had staked before; `-infinity` where they never had. Those whose day before lies in front of a
-- period come for the first time in it, so that a sum of rows counts each player of a period once.
create table reports.active_day (
  market       text    not null,
  day          date    not null,
  previous_day date    not null,
  is_test      boolean not null,
  players      bigint  not null,
  primary key (market, day, is_test, previous_day)
);

-- Play and deposits of one player in a month. `days` are those with a stake, and `last_day` is the last of them.
create table reports.player_month (
  player_id     text    not null,
  month         date    not null,
  market        text    not null,
  is_test       boolean not null,
  stakes        bigint  not null,
  days          bigint  not null,
  last_day      date,
  settled_minor bigint  not null,
  won_minor     bigint  not null,
  deposit_minor bigint  not null,
  primary key (player_id, month)
);
create index reports_player_month_market on reports.player_month (market, month);

-- All is added up again at the next run, with the new sums.
delete from reports.day_movement;
delete from reports.player_day;
delete from reports.first_deposit;
delete from reports.quarter_movement;
delete from reports.player_movement;
delete from reports.game_day;
delete from reports.payment_hour;
update reports.rollup set up_to = 0, transfers = 0;
