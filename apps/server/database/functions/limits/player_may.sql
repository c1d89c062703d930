-- Whether a player may do something now: null, or the code of the longest restriction, with the actions of
-- `limits.player_restriction`. Every path calls it, except grouped bets, which use the wallet's `restricted_until`,
-- derived from the same rows. The player's own limits of amounts are checked separately, with the amount.
create or replace function limits.player_may(p_player text, p_act text, p_now timestamptz) returns text language plpgsql stable as $$
begin
  return (
    select code from limits.player_restriction
    where player_id = p_player and p_act = any (forbids) and from_at <= p_now and until_at > p_now
    order by until_at desc, code limit 1
  );
end $$;
