-- Updates the points of a tournament's players to everything that this transaction can see: recounts the days of rounds
-- with movements since the mark, or all days. Transfers after the oldest open transaction are read again the next time,
-- so that none is missed before the mark. Returns the number of recounted player days.
create or replace function tournaments.count_rounds(p_tournament text, p_whole boolean) returns integer language plpgsql as $$
declare
  contest tournaments.tournament;
  is_whole boolean;
  until bigint;
  money text;
  players text[];
  days date[];
begin
  -- The mark is locked first, so that the transaction ids compared with it are newer.
  select * into contest from tournaments.tournament where id = p_tournament for no key update;
  money := case contest.market when 'IN' then 'INR' else 'NAD' end;
  -- After restoring a dump into another cluster the mark may be ahead of this cluster.
  is_whole := p_whole or contest.counted_to is null or pg_snapshot_xmax(pg_current_snapshot())::text::bigint < contest.counted_to;
  until := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  if not is_whole then until := greatest(until, contest.counted_to); end if;

  if is_whole then
    select array_agg(entry.player_id), array_agg(counted.day::date) into players, days
    from tournaments.entry entry
    cross join generate_series(limits.day(money, contest.starts_at)::timestamp, limits.day(money, contest.ends_at)::timestamp, interval '1 day') as counted (day)
    where entry.tournament_id = contest.id;
  else
    -- A posting's key contains the provider's call, followed by a suffix if a held win was decided.
    select array_agg(touched.player_id), array_agg(touched.day) into players, days
    from (
      select distinct round.player_id, limits.day(money, round.started_at) as day
      from ledger.transfers transfer
      join tournaments.entry entry on entry.tournament_id = contest.id and entry.player_id = transfer.player_id
      join ledger.postings posting on posting.id = transfer.posting_id and split_part(posting.key, ':', 1) in ('game', 'win')
      join gateway.transactions call on call.provider_code = split_part(posting.key, ':', 2)
        and call.tx_id = regexp_replace(substr(posting.key, length(split_part(posting.key, ':', 1)) + length(split_part(posting.key, ':', 2)) + 3),
          case when posting.key like 'win:%' then ':hold(:[a-z]+)?$' else '^$' end, '')
      join gateway.rounds round on round.player_id = call.player_id and round.provider_code = call.provider_code and round.round_id = call.round_id
      where transfer.written_by >= contest.counted_to and round.started_at >= contest.starts_at and round.started_at < contest.ends_at
    ) touched;
  end if;

  delete from tournaments.day known using unnest(players, days) as touched (player_id, day)
  where known.tournament_id = contest.id and known.player_id = touched.player_id and known.day = touched.day;
  -- Turnover reaches its points with the round that completes the sum.
  insert into tournaments.day (tournament_id, player_id, day, rounds, points, reached)
  select contest.id, player_id, day, count(*)::integer,
    case contest.points_by
      when 'multiplier' then (array_agg(multiplier order by multiplier desc, ended_at, id))[1:contest.best_rounds]
      else array[least(contest.day_cap, total / contest.unit_minor)::bigint] end,
    case contest.points_by
      when 'multiplier' then (array_agg(ended_at order by multiplier desc, ended_at, id))[1:contest.best_rounds]
      else array[min(ended_at) filter (where so_far / contest.unit_minor >= least(contest.day_cap, total / contest.unit_minor))] end
  from (
    select own.*, touched.day, own.payout_minor * 100 / own.staked as multiplier,
      sum(own.staked) over (partition by own.player_id, touched.day order by own.ended_at, own.id)::bigint as so_far,
      sum(own.staked) over (partition by own.player_id, touched.day)::bigint as total
    from unnest(players, days) as touched (player_id, day)
    join tournaments.entry entry on entry.tournament_id = contest.id and entry.player_id = touched.player_id
    -- A round's id may be created shortly before its start.
    cross join lateral (
      select round.player_id, round.id, round.provider_code, round.game_id, round.started_at, round.ended_at, round.payout_minor,
        round.stake_minor - round.returned_minor as staked
      from gateway.game_round_in_order round
      where round.player_id = touched.player_id
        and round.id >= tournaments.first_round_id(touched.day::timestamp at time zone 'UTC' - interval '1 day')
        and round.id < tournaments.first_round_id(touched.day::timestamp at time zone 'UTC' + interval '2 days')
        and limits.day(money, round.started_at) = touched.day and round.open_bets = 0 and round.ended_at < contest.ends_at
        and round.stake_minor - round.returned_minor >= contest.least_stake_minor
      offset 0
    ) own
    where own.started_at >= greatest(contest.starts_at, entry.joined_at) and own.started_at < contest.ends_at
      and case when contest.games is null then own.provider_code = 'dhow-studio' else own.game_id = any(contest.games) end
      and not exists (
        select from tournaments.pause pause
        where pause.tournament_id = contest.id and pause.from_at <= own.started_at and (pause.until_at is null or own.started_at < pause.until_at))
  ) counted
  group by player_id, day, total;

  update tournaments.entry entry set points = coalesce(best.points, 0), reached_at = best.reached_at, rounds = coalesce(best.rounds, 0)
  from (select distinct touched.player_id from unnest(players) as touched (player_id)) touched
  cross join lateral (
    select sum(one.points) as points, max(one.reached_at) as reached_at,
      (select sum(day.rounds) from tournaments.day day where day.tournament_id = contest.id and day.player_id = touched.player_id) as rounds
    from (
      select single.points, single.reached_at from tournaments.day day cross join unnest(day.points, day.reached) as single (points, reached_at)
      where day.tournament_id = contest.id and day.player_id = touched.player_id and single.points > 0
      order by single.points desc, single.reached_at limit contest.best_rounds
    ) one
  ) best
  where entry.tournament_id = contest.id and entry.player_id = touched.player_id;
  update tournaments.tournament set counted_to = until where id = contest.id;
  return coalesce(cardinality(players), 0);
end $$;
