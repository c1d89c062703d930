-- Stakes (without what was returned) and wins of each player by the day of UTC on which the round began.
create view gateway.round_days as select player_id, day_utc, staked_minor, won_minor from gateway.round_day;
