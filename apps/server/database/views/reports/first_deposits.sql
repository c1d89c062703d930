-- Day of each player's first deposit, without test players.
create view reports.first_deposits as select player_id, day, market from reports.first_deposit where not is_test;
