-- Changes of limits, breaks and blocks for the console's timeline. Rows without a change are from before changes were
-- recorded.
create view limits.events as
  select change.player_id, change.id, change.at,
         'event_' || case when change.period is not null then 'limit_' || change.what
           when change.what = 'began' then 'block_' || change.kind else 'block_ended' end as code,
         jsonb_strip_nulls(jsonb_build_object(
           'limit', case when change.period is not null then change.kind end, 'period', change.period, 'before', ledger.decimal(change.before_minor)::text,
           'block', case when change.what = 'ended' then change.kind end,
           'until', case when change.what = 'began' then coalesce(to_char(change.until_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), '') end,
           'by', change.made_by, 'operator', coalesce(by.name, ''), 'reason', change.reason)) as params,
         null::text as about, change.amount_minor
  from limits.change as change left join staff.operator_card as by on by.id = change.operator_id
  union all
  select player_id, 'limit:' || kind || ':' || period, set_at, 'event_limit_set',
         jsonb_build_object('limit', kind, 'period', period, 'by', 'player', 'operator', '', 'reason', ''), null, amount_minor
  from limits.player_limit as standing
  where not exists (
    select from limits.change where change.player_id = standing.player_id and change.kind = standing.kind
      and change.period = standing.period and change.at = standing.set_at and change.what in ('set', 'lowered', 'kept', 'raised')
  )
  union all
  select player_id, 'limit:' || kind || ':' || period || ':asked', asked_at,
         case when asked_minor is null then 'event_limit_removal_asked' else 'event_limit_raise_asked' end,
         jsonb_build_object('limit', kind, 'period', period, 'by', 'player', 'operator', '', 'reason', ''), null, asked_minor
  from limits.player_limit as standing
  where asked_at is not null and not exists (
    select from limits.change where change.player_id = standing.player_id and change.kind = standing.kind
      and change.period = standing.period and change.at = standing.asked_at and change.what in ('raise_asked', 'removal_asked')
  )
  union all
  select player_id, 'block:' || kind || ':' || (extract(epoch from from_at) * 1000)::bigint, from_at,
         'event_block_' || kind,
         jsonb_build_object('until', coalesce(to_char(until_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'), ''),
           'by', case kind when 'operator' then 'operator' else 'player' end, 'operator', '', 'reason', reason), null, null
  from limits.play_block as standing
  where not exists (
    select from limits.change where change.player_id = standing.player_id and change.kind = standing.kind
      and change.what = 'began' and change.at = standing.from_at
  );
