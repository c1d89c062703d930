-- Ranks the players of a tournament by points, and equal ones by time. A barred player has no rank.
create or replace function tournaments.rank_players(p_tournament text, p_now timestamptz) returns void language sql as $$
  with standing as (
    select player_id, row_number() over (order by points desc, reached_at, player_id)::integer as rank
    from tournaments.entry where tournament_id = p_tournament and points > 0 and not tournaments.is_barred(player_id, p_now)
  ), found as (
    select entry.player_id, standing.rank
    from tournaments.entry entry left join standing on standing.player_id = entry.player_id
    where entry.tournament_id = p_tournament and entry.rank is distinct from standing.rank
  )
  update tournaments.entry entry set rank = found.rank from found
  where entry.tournament_id = p_tournament and entry.player_id = found.player_id
$$;
