create table operator (
  id                   text        primary key,
  name                 text        not null,
  role                 text        not null check (role in ('cashier', 'support', 'manager', 'admin')),
  password_hash        text        not null,
  password_is_one_time boolean     not null default true,
  -- Sealed with the server's key; null until the second factor is enrolled.
  totp_secret          bytea,
  -- The last time step that was used: a code opens one door once.
  totp_step            bigint      not null default 0,
  active               boolean     not null default true,
  failures             integer     not null default 0,
  locked_until         timestamptz,
  created_at           timestamptz not null,
  last_seen_at         timestamptz
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
create index audit_entry_operator on audit_entry (operator_id, id desc);
create index audit_entry_action on audit_entry (action text_pattern_ops, id desc);
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function ledger_append_only();

-- An operator's password and second factor set up anew: one other operator asks, a further one confirms.
create table operator_reset (
  id           text        primary key,
  operator_id  text        not null references operator,
  asked_by     text        not null references operator,
  asked_at     timestamptz not null,
  until        timestamptz not null,
  reason       text        not null,
  confirmed_by text        references operator,
  ended_at     timestamptz,
  outcome      text        check (outcome in ('confirmed', 'withdrawn', 'expired')),
  check (asked_by <> operator_id),
  check (confirmed_by <> asked_by and confirmed_by <> operator_id),
  check ((ended_at is null) = (outcome is null)),
  check ((outcome is not distinct from 'confirmed') = (confirmed_by is not null))
);
create unique index operator_reset_open on operator_reset (operator_id) where ended_at is null;

-- Each entry of the audit trail is sealed by a hash over the entry and the seal before it, by one writer in order; so nothing can be
-- changed, taken out or put in between without every later hash being another one.
create table audit_seal (
  position  bigint      primary key check (position > 0),
  entry_id  text        not null unique references audit_entry,
  hash      bytea       not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null
);
create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function ledger_append_only();

-- Operators who made, raised or reset another: for a day the two never confirm each other's changes.
create table operator_tie (
  operator_id text        not null references operator,
  tied_to     text        not null references operator,
  cause       text        not null check (cause in ('created', 'raised', 'reset')),
  at          timestamptz not null,
  check (operator_id <> tied_to)
);
create index operator_tie_operator on operator_tie (operator_id, at);
create index operator_tie_tied_to on operator_tie (tied_to, at);

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

-- Browsers in which an operator answered both factors: somebody else's guesses do not lock them out there.
create table operator_device (
  operator_id text        not null references operator,
  device_hash bytea       not null,
  created_at  timestamptz not null,
  primary key (operator_id, device_hash)
);

-- A new authenticator that waits for its first code.
create table operator_authenticator (
  ticket_hash bytea       primary key,
  operator_id text        not null references operator,
  secret      bytea       not null,
  expires_at  timestamptz not null
);
