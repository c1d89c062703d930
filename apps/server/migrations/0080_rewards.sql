-- Gift envelopes. Each claim that an envelope can carry is a share made beforehand, so a fixed amount and a split pot are the
-- same thing to whoever claims, and two claims of one share cannot both happen.
create table gift_envelope (
  id                    text        primary key,
  -- SHA-256 of the code; the code itself is shown once and kept nowhere.
  code_hash             bytea       not null unique,
  title                 text        not null,
  market                text        not null,
  currency              text        not null,
  kind                  text        not null check (kind in ('fixed', 'split')),
  pot_minor             bigint      not null check (pot_minor > 0),
  claims                integer     not null check (claims > 0),
  min_account_age_hours integer     not null default 0 check (min_account_age_hours >= 0),
  expires_at            timestamptz not null,
  stopped_at            timestamptz,
  created_by            text,
  created_at            timestamptz not null
);

create table gift_share (
  envelope_id  text    not null references gift_envelope,
  number       integer not null check (number > 0),
  amount_minor bigint  not null check (amount_minor > 0),
  player_id    text,
  claimed_at   timestamptz,
  primary key (envelope_id, number),
  check ((player_id is null) = (claimed_at is null))
);
-- One claim a player.
create unique index gift_share_player on gift_share (envelope_id, player_id) where player_id is not null;
create index gift_share_free on gift_share (envelope_id, number) where player_id is null;
