-- Registration and closing of an account for the timeline of the console.
create view accounts.events as
  select id as player_id, id || ':registered' as id, created_at as at, 'event_registered' as code,
         '{}'::jsonb as params, null::text as about, null::bigint as amount_minor
  from accounts.player
  union all
  select player_id, player_id || ':closing', asked_at, 'event_closing_asked', '{}'::jsonb, null, null
  from accounts.player_closing
  union all
  select player_id, player_id || ':closed', closed_at, 'event_closed', '{}'::jsonb, null, null
  from accounts.player_closing where closed_at is not null;
