-- Play and deposits of one player in a quarter of an hour: sessions, nights and stakes that rise are read from it, not from rounds.
create table reports.player_quarter (
  player_id     text        not null,
  quarter       timestamptz not null,
  market        text        not null,
  is_test       boolean     not null,
  stakes        bigint      not null,
  stake_minor   bigint      not null,
  settled_minor bigint      not null,
  won_minor     bigint      not null,
  deposits      bigint      not null,
  deposit_minor bigint      not null,
  primary key (player_id, quarter)
);
create index reports_player_quarter_market on reports.player_quarter (market, quarter);

-- From when on a marker of harm or a sign of money laundering counts in a market, and how much. The levels of harm are points.
create table reports.player_rule (
  report    text     not null check (report in ('harm', 'laundering')),
  market    text     not null,
  code      text     not null,
  days      smallint not null check (days between 1 and 365),
  -- Minor units of the market's currency, a number, or percent.
  threshold bigint   not null check (threshold > 0),
  weight    smallint not null check (weight >= 0),
  primary key (report, market, code)
);
insert into reports.player_rule (report, market, code, days, threshold, weight)
select 'harm', market, code, days, case when is_money then threshold * scale else threshold end, weight
from (values ('NA', 1), ('IN', 5)) as market (market, scale)
cross join (values
  ('net_loss', 30, 500000, true, 2), ('day_loss', 30, 75000, true, 1), ('session_loss', 30, 50000, true, 1),
  ('session_deposits', 7, 3, false, 2), ('stake_spread', 30, 100, false, 3), ('chasing', 7, 3, false, 2),
  ('long_sessions', 7, 2, false, 2), ('night', 7, 8, false, 1), ('failed_deposits', 7, 3, false, 1), ('methods', 30, 3, false, 1),
  ('limit_raises', 90, 2, false, 1), ('breaks', 90, 2, false, 2), ('words', 90, 1, false, 3),
  ('level_1', 1, 2, false, 0), ('level_2', 1, 4, false, 0), ('level_3', 1, 7, false, 0)
) as rule (code, days, threshold, is_money, weight)
union all
select 'laundering', market, code, days, case when is_money then threshold * scale else threshold end, weight
from (values ('NA', 1), ('IN', 5)) as market (market, scale)
cross join (values
  ('linked_day', 1, 2500000, true, 3), ('linked_week', 7, 2500000, true, 2), ('structuring', 7, 3, false, 3), ('in_out', 30, 500000, true, 3),
  ('payers', 30, 3, false, 2), ('shared_payer', 30, 2, false, 1), ('shared_account', 1, 2, false, 2), ('ring', 1, 3, false, 3),
  ('dormant', 90, 500000, true, 2), ('name_differs', 1, 1, false, 1), ('method_differs', 90, 100000, true, 1)
) as rule (code, days, threshold, is_money, weight);

-- All is added up again at the next run, with the quarters of an hour.
delete from reports.day_movement;
delete from reports.player_day;
delete from reports.first_deposit;
delete from reports.quarter_movement;
delete from reports.player_movement;
delete from reports.game_day;
delete from reports.payment_hour;
delete from reports.cohort_day;
delete from reports.cohort_month;
delete from reports.cohort_vintage;
delete from reports.cohort_return;
delete from reports.active_day;
delete from reports.player_month;
update reports.rollup set up_to = 0, transfers = 0;
