-- Rules of one reward (a gift envelope or a bonus) about who may claim it, made with it and never changed.
create table rewards.claim_rule (
  reward_id    text     primary key,
  -- The lowest tier that may claim.
  tier         text     check (tier in ('mobile_verified', 'person_verified')),
  -- Claims in the last hours, by network and by device.
  per_network  integer  check (per_network > 0),
  per_device   integer  check (per_device > 0),
  window_hours integer  not null check (window_hours between 1 and 8760),
  -- Rewards of which a player has this one or one of those.
  excludes     text[]   not null default '{}'
);
create index claim_rule_excludes on rewards.claim_rule using gin (excludes);

-- Claims that count against such a rule.
create table rewards.claim (
  id        text        primary key,
  reward_id text        not null references rewards.claim_rule (reward_id),
  player_id text        not null references accounts.player (id),
  network   text        not null,
  device_id text,
  at        timestamptz not null
);
create index claim_network on rewards.claim (reward_id, network, at);
create index claim_device on rewards.claim (reward_id, device_id, at) where device_id is not null;
create index claim_player on rewards.claim (player_id);
create index claim_at on rewards.claim (at);

-- Claims that the rules refused, each reason once with its number of tries; the text is the player's.
create table rewards.refused_claim (
  reward_id text        not null,
  player_id text        not null references accounts.player (id),
  code      text        not null,
  params    jsonb       not null,
  tries     integer     not null default 1,
  at        timestamptz not null,
  primary key (reward_id, player_id, code)
);
create index refused_claim_at on rewards.refused_claim (at desc);
create index refused_claim_player on rewards.refused_claim (player_id);
