-- Free rounds of a player in one game: the house stakes, and pays no more than the largest win.
create table gateway.free_round_grant (
  id            text        primary key,
  player_id     text        not null references accounts.player (id),
  provider_code text        not null references catalog.game_provider (code),
  game_id       text        not null references catalog.game (id),
  currency      text        not null check (currency in ('INR', 'NAD')),
  rounds        integer     not null check (rounds between 1 and 1000),
  -- Without those that were rolled back.
  used          integer     not null default 0,
  -- Of each round.
  stake_minor   bigint      not null check (stake_minor > 0),
  -- Stakes of rounds that are open.
  open_minor    bigint      not null default 0 check (open_minor >= 0),
  -- The most that all rounds together pay, and how much they have paid.
  max_win_minor bigint      not null check (max_win_minor > 0),
  won_minor     bigint      not null default 0,
  expires_at    timestamptz not null,
  ended_at      timestamptz,
  ended_as      text        check (ended_as in ('expired', 'stopped')),
  -- An operator's gift, with its reason, or a campaign's.
  source        text        not null check (source in ('operator', 'campaign')),
  campaign_id   text,
  reason        text,
  granted_by    text        not null,
  granted_at    timestamptz not null,
  reminded_at   timestamptz,
  check (used between 0 and rounds),
  check (won_minor between 0 and max_win_minor),
  check ((ended_at is null) = (ended_as is null)),
  check ((source = 'campaign') = (campaign_id is not null))
);
create index free_round_grant_player on gateway.free_round_grant (player_id, id desc);
create index free_round_grant_open on gateway.free_round_grant (expires_at) where ended_at is null;
-- A campaign grants once to each player.
create unique index free_round_grant_campaign on gateway.free_round_grant (campaign_id, player_id) where campaign_id is not null;

-- Only of a bet under a grant, and of its wins; the part of a win that the grant's largest win left unpaid.
alter table gateway.game_transaction add column grant_id text, add column capped_minor bigint;
-- A round is free as a whole or not at all. `free_minor` is what the house has staked in it, without what was returned; the player's own stake is 0 then.
alter table gateway.game_round add column grant_id text, add column free_minor bigint;
