-- Limits as they stand, raises that wait, breaks and blocks for the timeline of the console.
create view limits.events as
  select player_id, 'limit:' || kind || ':' || period as id, set_at as at, 'event_limit_set' as code,
         jsonb_build_object('limit', kind, 'period', period) as params, null::text as about, amount_minor
  from limits.player_limit
  union all
  select player_id, 'limit:' || kind || ':' || period || ':asked', asked_at,
         case when asked_minor is null then 'event_limit_removal_asked' else 'event_limit_raise_asked' end,
         jsonb_build_object('limit', kind, 'period', period), null, asked_minor
  from limits.player_limit where asked_at is not null
  union all
  select player_id, 'block:' || kind || ':' || (extract(epoch from from_at) * 1000)::bigint, from_at,
         'event_block_' || kind,
         jsonb_build_object('until', coalesce(to_char(until_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), '')), null, null
  from limits.play_block;
