-- True if a player may not take part in tournaments now, for the same reasons as for rewards.
create or replace function tournaments.is_barred(p_player text, p_now timestamptz) returns boolean language sql stable as $$
  select rewards.is_barred(p_player, p_now)
$$;
