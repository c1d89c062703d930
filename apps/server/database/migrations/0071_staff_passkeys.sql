-- Passkeys of operators, beside the authenticator app.
create table staff.operator_passkey (
  id            text        primary key,
  operator_id   text        not null references staff.operator,
  credential_id text        not null unique,
  public_key    bytea       not null,
  -- Signatures as the device counts them; stays 0 where it does not.
  counter       bigint      not null check (counter >= 0),
  transports    text[]      not null,
  name          text        not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index operator_passkey_operator on staff.operator_passkey (operator_id);

-- Challenges that a device signs once: to register a passkey, or to sign in with one.
create table staff.passkey_challenge (
  challenge   text        primary key,
  operator_id text        not null references staff.operator,
  purpose     text        not null check (purpose in ('register', 'sign_in')),
  expires_at  timestamptz not null
);
create index passkey_challenge_operator on staff.passkey_challenge (operator_id);

-- A decision about money that waits for its operator's passkey: the challenge commits to what is decided.
create table staff.step_up (
  id           text        primary key,
  operator_id  text        not null references staff.operator,
  session_id   text        not null references staff.operator_session,
  challenge    text        not null unique,
  -- Hash over action, subject, amount and payee.
  content_hash bytea       not null check (octet_length(content_hash) = 32),
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  confirmed_at timestamptz,
  used_at      timestamptz,
  check (used_at is null or confirmed_at is not null)
);
create index step_up_operator on staff.step_up (operator_id, created_at);
