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
  envelope_id  text        not null references gift_envelope,
  number       integer     not null check (number > 0),
  amount_minor bigint      not null check (amount_minor > 0),
  player_id    text,
  claimed_at   timestamptz,
  primary key (envelope_id, number),
  check ((player_id is null) = (claimed_at is null))
);
-- One claim a player.
create unique index gift_share_player on gift_share (envelope_id, player_id) where player_id is not null;
create index gift_share_free on gift_share (envelope_id, number) where player_id is null;

-- Bonuses that the operator offers. A rule that was made is never changed, so that a bonus keeps the terms under which it was claimed.
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
  -- Stakes that the referred player needs before it is paid.
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
  -- Cause of the bonus: `deposit:` and the posting, `week:` and the day it began.
  cause          text        not null,
  device_id      text,
  granted_at     timestamptz not null,
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  -- A bonus that had become cash goes back with the deposit that it was given for.
  taken_back_at  timestamptz,
  check ((state = 'active') = (ended_at is null)),
  check (state <> 'completed' or wagered_minor >= required_minor),
  check (taken_back_at is null or state = 'completed')
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

create table referral (
  -- The referred player: each player once.
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

-- How much of a stake counts towards wagering, in per cent, by game (`game:<id>`) or category (`category:<name>`). A game's own row holds;
-- else the least of its categories; else all of it.
create table wagering_weight (
  scope   text    primary key check (scope ~ '^(game|category):.+$'),
  percent integer not null check (percent between 0 and 100)
);
insert into wagering_weight values ('category:roulette', 50), ('game:game_blackjack', 20);

-- A round that returned at least `from_percent` and less than `below_percent` of its stake had next to no risk, whatever was bet on: both
-- colours, nearly every number, dice at 98 in 100. Its stake counts so many per cent.
create table wagering_return (
  from_percent  integer primary key check (from_percent >= 0),
  below_percent integer not null,
  percent       integer not null check (percent between 0 and 100),
  check (below_percent > from_percent)
);
insert into wagering_return values (75, 130, 10);

-- Signals of the suspicion that accounts which earn rewards are one person's. `busy_weight` holds on an address that many different
-- devices use over days, such as a mobile network's. From `threshold` points on a reward waits for a person.
create table reward_signal (
  code        text    primary key,
  weight      integer not null check (weight >= 0),
  busy_weight integer not null check (busy_weight >= 0)
);
insert into reward_signal values
  ('threshold', 40, 40),
  ('same_address', 10, 5), ('same_browser', 30, 10), ('opened_together', 10, 0), ('same_browser_together', 20, 20),
  ('referrer_near', 5, 5), ('referrer_same_browser', 20, 10), ('same_payer', 60, 60), ('same_payout_account', 80, 80);

create table reward_check (
  id           text        primary key,
  kind         text        not null check (kind in ('welcome', 'reload', 'cashback', 'referral')),
  player_id    text        not null references player,
  -- Cause of the reward: a bonus's cause, or `friend:` and the player who was brought.
  subject      text        not null,
  currency     text        not null,
  amount_minor bigint      not null check (amount_minor > 0),
  points       integer     not null,
  reasons      jsonb       not null,
  state        text        not null default 'waiting' check (state in ('waiting', 'given', 'refused')),
  created_at   timestamptz not null,
  decided_at   timestamptz,
  decided_by   text        references operator,
  note         text,
  unique (player_id, subject),
  check ((state = 'waiting') = (decided_at is null))
);
create index reward_check_state on reward_check (state, id);
