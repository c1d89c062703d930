-- Counts stakes and wins of a player with a stake or loss limit, in minor units, by day of their market.
create or replace function limits.count_play(p_player text, p_currency text, p_now timestamptz, p_staked bigint, p_won bigint)
returns void language sql as $$
  insert into limits.play_day (player_id, day_market, staked_minor, won_minor) values (p_player, limits.day(p_currency, p_now), p_staked, p_won)
  on conflict (player_id, day_market) do update
  set staked_minor = play_day.staked_minor + excluded.staked_minor, won_minor = play_day.won_minor + excluded.won_minor
$$;
