-- The link of one use by which a new or reset operator sets a password and an authenticator of their own.
create table operator_link (
  token_hash  bytea       primary key,
  operator_id text        not null references operator,
  created_by  text        not null references operator,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  check (created_by <> operator_id)
);
create index operator_link_operator on operator_link (operator_id);
