-- A player's bonuses, gifts and free rounds for the console's timeline.
create view rewards.events as
  select player_id, id, granted_at as at, 'event_bonus_given' as code, '{}'::jsonb as params,
         null::text as about, amount_minor
  from rewards.bonus
  union all
  select player_id, id || ':ended', ended_at, 'event_bonus_' || state, '{}'::jsonb, null, amount_minor
  from rewards.bonus where ended_at is not null
  union all
  select player_id, id || ':taken_back', taken_back_at, 'event_bonus_taken_back', '{}'::jsonb, null, amount_minor
  from rewards.bonus where taken_back_at is not null
  union all
  select share.player_id, share.envelope_id || ':' || share.number, share.claimed_at, 'event_gift',
         jsonb_build_object('title', envelope.title), null, share.amount_minor
  from rewards.gift_share as share join rewards.gift_envelope as envelope on envelope.id = share.envelope_id
  where share.player_id is not null
  union all
  select player_id, id, at, code, params, about, amount_minor from gateway.free_round_events;
