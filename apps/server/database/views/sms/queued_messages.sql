-- Text messages that no gateway has taken yet.
create view sms.queued_messages as select id, created_at from sms.outbox where state = 'queued';
