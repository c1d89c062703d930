-- Text messages that no gateway has accepted yet.
create view sms.queued_messages as select id, created_at from sms.outbox where state = 'queued';
