create table operator (
  id                     text        primary key,
  name                   text        not null,
  role                   text        not null check (role in ('cashier', 'support', 'manager', 'admin')),
  password_hash          text        not null,
  password_is_one_time   boolean     not null default true,
  -- Sealed with the server's key; null until the second factor is enrolled.
  totp_secret            bytea,
  -- The last time step that was used: a code opens one door once.
  totp_step              bigint      not null default 0,
  active                 boolean     not null default true,
  failures               integer     not null default 0,
  locked_until           timestamptz,
  created_at             timestamptz not null,
  last_seen_at           timestamptz
);
create unique index operator_name_key on operator (lower(name));

create table operator_ticket (
  ticket_hash bytea       primary key,
  operator_id text        not null references operator,
  -- A secret that waits to be confirmed by its first code.
  enrol       bytea,
  expires_at  timestamptz not null,
  failures    integer     not null default 0
);

create table operator_session (
  id           text        primary key,
  operator_id  text        not null references operator,
  token_hash   bytea       not null unique,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at     timestamptz
);

create table audit_entry (
  id          text        primary key,
  at          timestamptz not null,
  operator_id text,
  action      text        not null,
  subject     text        not null,
  text        text        not null,
  before      jsonb,
  after       jsonb
);
create index audit_entry_subject on audit_entry (subject, id desc);
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function ledger_append_only();
