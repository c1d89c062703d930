-- True if a player may not get or use granted rewards: on a break, excluded, blocked, suspended, frozen, closed,
-- flagged by a reward check, or a test player.
create or replace function rewards.is_barred(p_player text, p_now timestamptz) returns boolean language sql stable as $$
  select exists (
      select from limits.player_restriction restriction
      where restriction.player_id = p_player and restriction.from_at <= p_now and restriction.until_at > p_now)
    or exists (select from rewards.flagged_players flagged where flagged.player_id = p_player)
    or coalesce((select player.is_test from accounts.player_card player where player.id = p_player), true)
$$;
