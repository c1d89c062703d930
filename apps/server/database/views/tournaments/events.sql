-- A player's ranks in ended tournaments, for the console's timeline. A prize is listed there as a gift.
create view tournaments.events as
  select result.player_id, result.tournament_id || ':' || result.rank as id, contest.ends_at as at, 'event_tournament_rank' as code,
         jsonb_build_object('title', contest.name, 'rank', result.rank::text) as params, null::text as about, null::bigint as amount_minor
  from tournaments.result as result join tournaments.tournament as contest on contest.id = result.tournament_id;
