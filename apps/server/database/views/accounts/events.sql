-- Registration, identity decisions, passkeys and closing of an account for the console's timeline.
create view accounts.events as
  select id as player_id, id || ':registered' as id, created_at as at, 'event_registered' as code,
         '{}'::jsonb as params, null::text as about, null::bigint as amount_minor
  from accounts.player
  union all
  select player_id, player_id || ':closing', asked_at, 'event_closing_asked', '{}'::jsonb, null, null
  from accounts.player_closing
  union all
  select player_id, player_id || ':closed', closed_at, 'event_closed', '{}'::jsonb, null, null
  from accounts.player_closing where closed_at is not null
  union all
  select player_id, id, decided_at, 'event_identity_' || outcome,
         case outcome when 'verified' then jsonb_build_object('document', document)
           when 'expired' then '{}'::jsonb else jsonb_build_object('reason', why) end, null, null
  from accounts.identity_decision
  union all
  select player_id, id, at, 'event_passkey_' || kind,
         jsonb_strip_nulls(jsonb_build_object('name', name, 'former', former_name)), null, null
  from accounts.passkey_event;
