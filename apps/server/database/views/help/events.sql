-- A player's questions, the answers and the end of each case for the console's timeline; no texts.
create view help.events as
  select asked.player_id, message.id, message.at,
         case when message.operator_id is null then 'event_help_asked' else 'event_help_answered' end as code,
         '{}'::jsonb as params, asked.id as about, null::bigint as amount_minor
  from help.help_case as asked join help.message as message on message.case_id = asked.id
  union all
  select player_id, id || ':closed', updated_at, 'event_help_closed', '{}'::jsonb, id, null
  from help.help_case where state = 'closed';
