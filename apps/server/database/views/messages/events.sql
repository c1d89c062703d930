-- Messages to a player for the console's timeline, with their subjects.
create view messages.events as
  select player_id, id, created_at as at, 'event_message' as code,
         params || jsonb_build_object('message', kind) as params, about_id as about, null::bigint as amount_minor
  from messages.player_message;
