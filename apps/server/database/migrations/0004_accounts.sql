create table player (
  id              text        primary key,
  player_name     text        not null,
  mobile          text        not null unique,
  market          text        not null check (market in ('NA', 'IN')),
  currency        text        not null check (currency in ('NAD', 'INR')),
  password_hash   text        not null,
  -- Written as the reference of a transfer, so that the money finds its player.
  deposit_code    text        not null unique,
  tier            text        not null default 'registered' check (tier in ('registered', 'mobile_verified', 'person_verified')),
  -- A name of the set that comes with the portal, or `upload:` and the hash of a picture's content.
  avatar          text,
  active          boolean     not null default true,
  terms_version   text,
  referral_code   text,
  created_at      timestamptz not null,
  last_login_at   timestamptz,
  name_changed_at timestamptz
);
create unique index player_name_key on player (lower(player_name));
create index player_avatar_upload on player (avatar) where avatar like 'upload:%';
-- A search knows how a name or a number begins, or how it ends.
create index player_name_start on player (lower(player_name) text_pattern_ops);
create index player_mobile_start on player (mobile text_pattern_ops);
create index player_mobile_end on player (reverse(mobile) text_pattern_ops);

-- A registration that waits for its code: no player exists, and no name or number is taken, before the code is answered. Several of one number
-- wait beside each other; the code that was sent for one confirms that one alone.
create table registration (
  mobile        text        not null,
  player_name   text        not null,
  market        text        not null,
  password_hash text        not null,
  terms_version text,
  referral_code text,
  created_at    timestamptz not null,
  id            text        primary key
);
create index registration_mobile on registration (mobile);

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
  id              text        primary key,
  mobile          text        not null,
  type            text        not null,
  code_hash       bytea       not null,
  tries           integer     not null default 0,
  sent_at         timestamptz not null,
  expires_at      timestamptz not null,
  used_at         timestamptz,
  -- The browser or player that asked; null where the caller keeps no cookies.
  bound_to        text,
  registration_id text,
  -- The attempts that the code counts for, given back once it is answered.
  uses            jsonb       not null default '[]'
);
create index one_time_code_newest on one_time_code (mobile, type, sent_at desc);

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

-- How the player wants the portal: only what was chosen, so that a default can change for everybody else.
create table player_preference (
  player_id  text        primary key references player,
  chosen     jsonb       not null,
  updated_at timestamptz not null
);

-- From which address and with which kind of browser an account was opened or signed in to: what rewards are checked by. Kept 90 days.
create table player_origin (
  session_id text        primary key,
  player_id  text        not null references player,
  device_id  text        not null,
  at         timestamptz not null,
  address    text        not null,
  -- SHA-256 of the browser's own name and languages: equal or not, and nothing else.
  traits     bytea       not null
);
create index player_origin_address on player_origin (address, at);
create index player_origin_player on player_origin (player_id);
create index player_origin_at on player_origin (at);
