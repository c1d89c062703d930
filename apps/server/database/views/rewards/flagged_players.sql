-- Players with rewards under review, or refused after one.
create view rewards.flagged_players as select distinct player_id from rewards.reward_check where state in ('waiting', 'refused');
