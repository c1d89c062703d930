-- The shift report of an operator reads their answers of a span of time.
drop index concurrently if exists help.help_message_answers;
create index concurrently help_message_answers on help.message (operator_id, at) where operator_id is not null;
