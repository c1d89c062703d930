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
