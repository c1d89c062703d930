-- The first answer of each money call that carried an Idempotency-Key. The row is written in the work's own transaction.
create table idempotent_call (
  player_id    text        not null,
  key          text        not null,
  operation    text        not null,
  content_hash bytea       not null,
  reply        jsonb,
  created_at   timestamptz not null default now(),
  primary key (player_id, key)
);
create index idempotent_call_created on idempotent_call (created_at);

-- How often something was tried in the present window of a rule, for one subject: a number, a device, a network prefix, an operator.
-- `count` may be below zero: right answers save up.
create table attempt_count (
  rule    text        not null,
  subject text        not null,
  count   integer     not null,
  ends_at timestamptz not null,
  -- Nothing is taken before it: the pause after the last one.
  next_at timestamptz,
  primary key (rule, subject)
) with (fillfactor = 70);
