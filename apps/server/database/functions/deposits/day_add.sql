-- Adds to a player's credited sum by family and day (UTC).
create or replace function deposits.day_add(p_player text, p_family text, p_at timestamptz, p_minor bigint) returns void language sql as $$
  insert into deposits.day (player_id, family, day, credited_minor)
  values (p_player, p_family, (p_at at time zone 'UTC')::date, p_minor)
  on conflict (player_id, family, day) do update set credited_minor = deposits.day.credited_minor + excluded.credited_minor
$$;
