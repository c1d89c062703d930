-- Play and deposits of each player by day, without test players, in minor units. A player is an anonymous number.
create view reports.player_days as
  select player_id, day, market, stakes, stake_minor, settled_minor, won_minor, deposits, deposit_minor from reports.player_day where not is_test;
