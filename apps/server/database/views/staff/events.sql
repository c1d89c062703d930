-- Operators' actions on a player, from the audit trail, for the console's timeline.
create view staff.events as
  select entry.subject as player_id, entry.id, entry.at, 'event_act' as code,
         jsonb_build_object('operator', coalesce(by.name, ''), 'text', entry.text) as params,
         null::text as about, null::bigint as amount_minor
  from staff.audit_entry as entry left join staff.operator as by on by.id = entry.operator_id;
