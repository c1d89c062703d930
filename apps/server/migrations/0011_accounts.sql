create table player (
  id            text        primary key,
  player_name   text        not null,
  mobile        text        not null unique,
  market        text        not null check (market in ('NA', 'IN')),
  currency      text        not null check (currency in ('NAD', 'INR')),
  password_hash text        not null,
  -- Written as the reference of a transfer, so that the money finds its player.
  deposit_code  text        not null unique,
  tier          text        not null default 'registered' check (tier in ('registered', 'mobile_verified', 'person_verified')),
  avatar        text,
  active        boolean     not null default true,
  terms_version text,
  referral_code text,
  created_at    timestamptz not null,
  last_login_at timestamptz
);
create unique index player_name_key on player (lower(player_name));

-- A registration that waits for its code: no player exists, and no name or number is taken, before the code is answered.
create table registration (
  mobile        text        primary key,
  player_name   text        not null,
  market        text        not null,
  password_hash text        not null,
  terms_version text,
  referral_code text,
  created_at    timestamptz not null
);

create table player_session (
  id           text        primary key,
  player_id    text        not null references player,
  -- SHA-256 of the token and of the cookie half; neither is kept.
  token_hash   bytea       not null unique,
  cookie_hash  bytea       not null,
  device_id    text        not null,
  label        text        not null,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at     timestamptz
);
create index player_session_open on player_session (player_id) where ended_at is null;

-- Devices on which the player answered a code once; a new one is asked for a code at sign-in.
create table known_device (
  player_id   text        not null references player,
  device_hash bytea       not null,
  created_at  timestamptz not null,
  primary key (player_id, device_hash)
);

create table one_time_code (
  id         text        primary key,
  mobile     text        not null,
  type       text        not null,
  code_hash  bytea       not null,
  tries      integer     not null default 0,
  sent_at    timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  -- The device or player that asked, where the code is bound to one.
  bound_to   text
);
create index one_time_code_newest on one_time_code (mobile, type, sent_at desc);

-- What happened lately by number or address, for limits: `otp:+264…`, `otp-ip:…`, `login:+264…`, `login-ip:…`.
create table attempt (
  subject text        not null,
  at      timestamptz not null
);
create index attempt_subject on attempt (subject, at desc);

create table password_reset (
  token_hash bytea       primary key,
  player_id  text        not null references player,
  expires_at timestamptz not null,
  used_at    timestamptz
);

create table live_ticket (
  ticket_hash bytea       primary key,
  player_id   text        not null,
  session_id  text        not null,
  expires_at  timestamptz not null
);

-- Messages on their way out. Written with the act that causes them, sent after it stands, tried again until they are taken.
create table sms_outbox (
  id         text        primary key,
  mobile     text        not null,
  text       text        not null,
  created_at timestamptz not null,
  next_at    timestamptz not null,
  tries      integer     not null default 0,
  sent_at    timestamptz
);
create index sms_outbox_due on sms_outbox (next_at) where sent_at is null;
