-- Play of each game by day, without test players, in minor units.
create view reports.game_days as
  select market, day, currency, provider, game_id, rounds, stake_minor, won_minor, rollbacks, rolled_back_minor from reports.game_day where not is_test;
