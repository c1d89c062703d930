-- Sum of a round's open stakes, in minor units.
create or replace function gateway.round_in_play(p_round gateway.game_round) returns bigint language sql stable as $$
  select coalesce(sum(amount_minor), 0)::bigint from gateway.game_transaction
  where player_id = p_round.player_id and round_id = p_round.round_id and provider_code = p_round.provider_code and bet_state = 'open'
$$;
