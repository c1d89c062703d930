-- Sums of movements by the quarter of an hour, of the last nine days, so that a day so far is compared with as much of an earlier one. `quarter` is its beginning.
create table reports.quarter_movement (
  quarter      timestamptz not null,
  market       text        not null,
  is_test      boolean     not null,
  debit        text        not null,
  credit       text        not null,
  transfers    bigint      not null,
  amount_minor bigint      not null,
  primary key (quarter, market, is_test, debit, credit)
);

-- Sums of movements of one player on a day, without stakes that are put into play: deposits, withdrawals and play of a cohort.
create table reports.player_movement (
  player_id    text    not null,
  day          date    not null,
  market       text    not null,
  is_test      boolean not null,
  debit        text    not null,
  credit       text    not null,
  transfers    bigint  not null,
  amount_minor bigint  not null,
  primary key (player_id, day, debit, credit)
);

-- From when on there are quarters.
alter table reports.rollup add column quarters_from timestamptz not null default 'epoch';

-- All is added up again at the next run, with the new sums.
delete from reports.day_movement;
delete from reports.player_day;
delete from reports.first_deposit;
update reports.rollup set up_to = 0, transfers = 0;
