-- Sum of a round's open stakes, in minor units.
create or replace function round_in_play(p_round game_round) returns bigint language sql stable as $$
  select coalesce(sum(amount_minor), 0)::bigint from game_transaction
  where player_id = p_round.player_id and round_id = p_round.round_id and provider_code = p_round.provider_code and bet_state = 'open'
$$;
