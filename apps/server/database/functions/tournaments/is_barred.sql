-- True if a player takes part in no tournament now, for the reasons for which they get no reward.
create or replace function tournaments.is_barred(p_player text, p_now timestamptz) returns boolean language sql stable as $$
  select rewards.is_barred(p_player, p_now)
$$;
