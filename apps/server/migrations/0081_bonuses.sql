-- What the operator offers. A rule that was made is never changed, so that a bonus keeps the terms under which it was claimed.
create table bonus_rule (
  id                text        primary key,
  kind              text        not null check (kind in ('welcome', 'reload', 'cashback', 'referral')),
  market            text        not null,
  currency          text        not null,
  title             text        not null,
  -- Of the deposit or the loss; a referral gives `max_minor`, whatever was deposited.
  percent           integer     not null check (percent between 0 and 500),
  max_minor         bigint      not null check (max_minor > 0),
  min_deposit_minor bigint      not null default 0 check (min_deposit_minor >= 0),
  wager_times       integer     not null check (wager_times between 0 and 100),
  -- What somebody who was brought has to have staked before it is paid.
  play_minor        bigint      not null default 0 check (play_minor >= 0),
  valid_days        integer     not null check (valid_days between 1 and 365),
  ends_at           timestamptz,
  stopped_at        timestamptz,
  created_by        text,
  created_at        timestamptz not null,
  check ((kind = 'referral') = (percent = 0))
);
create index bonus_rule_open on bonus_rule (market, id) where stopped_at is null;

-- A bonus is money on the player's bonus account, locked there until as much cash as `required_minor` was staked and settled.
create table bonus (
  id             text        primary key,
  rule_id        text        not null references bonus_rule,
  kind           text        not null,
  player_id      text        not null references player,
  currency       text        not null,
  amount_minor   bigint      not null check (amount_minor > 0),
  required_minor bigint      not null check (required_minor >= 0),
  wagered_minor  bigint      not null default 0 check (wagered_minor >= 0),
  -- The player's last transfer that was looked at. A player's transfers are numbered in the order in which they are committed, because
  -- each is written under the lock of the player's accounts.
  counted_to     bigint      not null,
  state          text        not null check (state in ('active', 'completed', 'cancelled', 'expired')),
  -- What it was given for: `deposit:` and the posting, `week:` and the day it began.
  cause          text        not null,
  device_id      text,
  granted_at     timestamptz not null,
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  check ((state = 'active') = (ended_at is null)),
  check (state <> 'completed' or wagered_minor >= required_minor)
);
-- One at a time; one for each deposit; one welcome a player and a device.
create unique index bonus_active on bonus (player_id) where state = 'active';
create unique index bonus_cause on bonus (player_id, cause);
create unique index bonus_welcome on bonus (player_id) where kind = 'welcome';
create unique index bonus_welcome_device on bonus (device_id) where kind = 'welcome' and device_id is not null;
create index bonus_player on bonus (player_id, id desc);
create index bonus_rule_given on bonus (rule_id);

create table referral_code (
  player_id text primary key references player,
  code      text not null unique
);
insert into referral_code (player_id, code) select id, upper(substr(md5(id || random()), 1, 10)) from player;

create table referral (
  -- Whom somebody brought: each player once.
  referred_id  text        primary key references player,
  referrer_id  text        not null references player,
  joined_at    timestamptz not null,
  state        text        not null default 'waiting' check (state in ('waiting', 'paid', 'refused')),
  reason       text,
  rule_id      text        references bonus_rule,
  amount_minor bigint      check (amount_minor > 0),
  ended_at     timestamptz,
  check (referred_id <> referrer_id),
  check ((state = 'waiting') = (ended_at is null)),
  check ((state = 'paid') = (amount_minor is not null and rule_id is not null))
);
create index referral_referrer on referral (referrer_id, joined_at desc);
create index referral_waiting on referral (joined_at) where state = 'waiting';
