-- True if a stake would exceed one of the player's limits. Every bet of any provider is checked, in the statement that
-- accepts it. The player is already locked, so that two concurrent bets cannot exceed a limit together. Players without
-- a stake or loss limit cost one index look-up. An open stake counts as lost until it wins.
create or replace function limits.refuse_stake(p_player text, p_currency text, p_amount bigint, p_now timestamptz) returns boolean language plpgsql as $$
declare
  own record;
  spent record;
begin
  for own in select kind, period, amount_minor from limits.player_limit where player_id = p_player and kind in ('stake', 'loss') loop
    select coalesce(sum(staked_minor), 0) as staked, coalesce(sum(won_minor), 0) as won into spent
    from limits.play_day where player_id = p_player and day_market >= date_trunc(own.period, limits.day(p_currency, p_now)::timestamp)::date;
    if spent.staked - (case own.kind when 'loss' then spent.won else 0 end) + p_amount > own.amount_minor then return true; end if;
  end loop;
  return false;
end $$;
