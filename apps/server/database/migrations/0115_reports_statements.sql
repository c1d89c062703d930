-- Play of a game on one day of a market: what a provider's statement is made of.
create table reports.game_day (
  market            text    not null,
  day               date    not null,
  is_test           boolean not null,
  currency          text    not null,
  provider          text    not null,
  -- Empty where the provider's call named no game.
  game_id           text    not null,
  -- Rounds whose first stake lies in the day.
  rounds            bigint  not null,
  stake_minor       bigint  not null,
  won_minor         bigint  not null,
  rollbacks         bigint  not null,
  rolled_back_minor bigint  not null,
  transfers         bigint  not null,
  primary key (market, day, is_test, provider, game_id)
);

-- Statements of providers, of payment methods and of taxes have a right each.
insert into staff.role_permission (role_id, permission) values
  ('manager', 'reports.providers'), ('manager', 'reports.methods'), ('manager', 'reports.tax'),
  ('admin', 'reports.providers'), ('admin', 'reports.methods'), ('admin', 'reports.tax');

-- All is added up again at the next run, with the games.
delete from reports.day_movement;
delete from reports.player_day;
delete from reports.first_deposit;
delete from reports.quarter_movement;
delete from reports.player_movement;
update reports.rollup set up_to = 0, transfers = 0;
