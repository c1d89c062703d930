-- A player's sessions for the console's timeline; the first one on a device is marked.
create view accounts.sign_in_events as
  select session.player_id, session.id, session.created_at as at,
         case when exists (
           select from accounts.player_session as earlier
           where earlier.player_id = session.player_id and earlier.device_id = session.device_id
             and earlier.created_at < session.created_at
         ) then 'event_sign_in' else 'event_new_device' end as code,
         jsonb_build_object('device', session.label) as params,
         null::text as about, null::bigint as amount_minor
  from accounts.player_session as session;
