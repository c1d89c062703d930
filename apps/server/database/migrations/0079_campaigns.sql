-- Segments are rules over profile, money and play as data; campaigns reach the players of a segment with a reward or a message.
create schema campaigns;

create table campaigns.segment (
  id         text        primary key,
  name       text        not null,
  market     text        not null check (market in ('NA', 'IN')),
  rules      jsonb       not null,
  -- Counted with each change, so that two editors do not overwrite each other.
  version    integer     not null default 1,
  created_by text        not null references staff.operator (id),
  updated_at timestamptz not null
);
create unique index segment_name on campaigns.segment (lower(name));

create table campaigns.campaign (
  id              text        primary key,
  name            text        not null,
  segment_id      text        not null references campaigns.segment (id),
  market          text        not null check (market in ('NA', 'IN')),
  kind            text        not null check (kind in ('gift', 'message')),
  -- Of a gift: to each player, and to all together.
  amount_minor    bigint      check (amount_minor > 0),
  budget_minor    bigint      check (budget_minor > 0),
  players_at_most integer     check (players_at_most > 0),
  -- Of a message: title and text by language.
  texts           jsonb       not null default '{}',
  state           text        not null default 'draft' check (state in ('draft', 'waiting', 'running', 'paused', 'done', 'ended')),
  -- The rules as they were when it went live: a later change of the segment moves nobody into it.
  rules           jsonb,
  starts_at       timestamptz,
  -- The gift envelope whose shares it gives.
  envelope_id     text        references rewards.gift_envelope (id),
  created_by      text        not null references staff.operator (id),
  created_at      timestamptz not null,
  ended_at        timestamptz,
  check (state in ('draft', 'waiting') or (rules is not null and starts_at is not null and players_at_most is not null)),
  check (state in ('draft', 'waiting') or kind = 'message' or (envelope_id is not null and amount_minor * players_at_most <= budget_minor))
);
create index campaign_running on campaigns.campaign (starts_at) where state = 'running';

-- Players of a campaign and what came of it, once each.
create table campaigns.reached (
  campaign_id text        not null references campaigns.campaign (id),
  player_id   text        not null references accounts.player (id),
  outcome     text        not null check (outcome in ('given', 'sent', 'restricted', 'flagged', 'test_player', 'no_consent', 'refused')),
  at          timestamptz not null,
  primary key (campaign_id, player_id)
);
create index reached_player on campaigns.reached (player_id);

insert into staff.role_permission (role_id, permission) values
  ('manager', 'campaigns.see'),
  ('manager', 'campaigns.make'),
  ('admin', 'campaigns.see'),
  ('admin', 'campaigns.make'),
  ('admin', 'campaigns.start');
