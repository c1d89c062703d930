-- Payments of one hour of a market's days: what came in and went out between two accounts.
create table reports.payment_hour (
  market       text     not null,
  day          date     not null,
  hour         smallint not null check (hour between 0 and 23),
  is_test      boolean  not null,
  debit        text     not null,
  credit       text     not null,
  transfers    bigint   not null,
  amount_minor bigint   not null,
  primary key (market, day, hour, is_test, debit, credit)
);

-- Views of every report can be kept, with what their address has besides market and days.
alter table reports.saved_view drop constraint saved_view_screen_check;
alter table reports.saved_view add column filters jsonb not null default '{}';

-- All is added up again at the next run, with the hours.
delete from reports.day_movement;
delete from reports.player_day;
delete from reports.first_deposit;
delete from reports.quarter_movement;
delete from reports.player_movement;
delete from reports.game_day;
update reports.rollup set up_to = 0, transfers = 0;
