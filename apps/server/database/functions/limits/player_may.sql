-- Decides if a player may do something now: null, or the code of what stands against it longest, with the actions as `limits.player_restriction` has them. Every path
-- asks here; bets that go together ask the wallet's `restricted_until`, which is derived from the same rows. How much a player may stake or deposit by
-- limits of their own is asked apart, with the amount.
create or replace function limits.player_may(p_player text, p_act text, p_now timestamptz) returns text language plpgsql stable as $$
begin
  return (
    select code from limits.player_restriction
    where player_id = p_player and p_act = any (forbids) and from_at <= p_now and until_at > p_now
    order by until_at desc, code limit 1
  );
end $$;
