-- Stakes (without returned ones) and wins of each player by UTC day of the round's start.
create view gateway.round_days as select player_id, day_utc, staked_minor, won_minor from gateway.round_day;
