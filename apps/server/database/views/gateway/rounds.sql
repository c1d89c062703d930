-- Rounds with their stakes and wins.
create view gateway.rounds as
  select player_id, provider_code, round_id, game_id, currency, stake_minor, payout_minor, returned_minor, open_bets, id, started_at, ended_at
  from gateway.game_round;
