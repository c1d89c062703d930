-- Facts that a segment's rules ask about, kept per player, so that a segment is one pass over an index instead of a sum over all play.
create table campaigns.player_fact (
  player_id       text        primary key references accounts.player (id),
  market          text        not null,
  created_at      timestamptz not null,
  cash_minor      bigint      not null,
  bonus_minor     bigint      not null,
  deposits        bigint      not null,
  deposited_minor bigint      not null,
  last_deposit_at timestamptz,
  withdrawn_minor bigint      not null,
  rounds          bigint      not null,
  staked_minor    bigint      not null,
  lost_minor      bigint      not null,
  last_played_at  timestamptz,
  -- Number of the refresh that changed the row last.
  changed_in      bigint      not null
) with (fillfactor = 80);
create index player_fact_market on campaigns.player_fact (market, player_id);
create index player_fact_created on campaigns.player_fact (market, created_at);
create index player_fact_played on campaigns.player_fact (market, last_played_at);
create index player_fact_changed on campaigns.player_fact (market, changed_in);

-- The mark up to which transfers are in the facts, and how far the players from before were gone through.
create table campaigns.fact_mark (
  one       boolean primary key default true check (one),
  up_to     bigint  not null,
  turn      bigint  not null default 0,
  -- The last player whose facts were made; null once all were.
  filled_to text    default '',
  -- Players with ids from here on may be new.
  new_from  text    not null default ''
);
insert into campaigns.fact_mark (up_to) values (pg_snapshot_xmin(pg_current_snapshot())::text::bigint);

-- How players enter a campaign, and how long they wait.
alter table campaigns.campaign add column trigger text not null default 'hand'
  check (trigger in ('hand', 'schedule', 'segment', 'event'));
alter table campaigns.campaign add column event text
  check (event in ('registered', 'first_deposit', 'withdrawal_paid', 'idle', 'birthday'));
alter table campaigns.campaign add column days integer check (days between 1 and 366);
alter table campaigns.campaign add column repeats boolean not null default false;
alter table campaigns.campaign add column wait_minutes integer not null default 0 check (wait_minutes between 0 and 86400);
-- Entries that got something, held against the cap.
alter table campaigns.campaign add column reached_players integer not null default 0;
-- Of the pass that lets players enter: where it stands, when the last one began, and which refresh of the facts it saw.
alter table campaigns.campaign add column pass_at timestamptz;
alter table campaigns.campaign add column pass_player text;
alter table campaigns.campaign add column passed_at timestamptz;
alter table campaigns.campaign add column pass_turn bigint;
alter table campaigns.campaign add column passed_turn bigint;

-- Entries of players into campaigns, each with the step where it stands. The tables of a campaign are not deleted from, so a payment that lets its player
-- enter needs no lock on the campaign.
create table campaigns.entry (
  campaign_id text        not null,
  player_id   text        not null references accounts.player (id),
  -- Empty where a player enters once, else the event.
  once_key    text        not null,
  -- Of days without a stake: the last round, so that a round during the wait shows.
  event_at    timestamptz not null,
  entered_at  timestamptz not null,
  due_at      timestamptz not null,
  -- `entered`: the conditions were not looked at yet.
  state       text        not null check (state in ('entered', 'waiting', 'done')),
  outcome     text        check (outcome in ('given', 'sent', 'restricted', 'flagged', 'test_player', 'no_consent', 'refused',
    'conditions', 'was_inside', 'played_again', 'campaign_ended')),
  at          timestamptz,
  primary key (campaign_id, player_id, once_key),
  check ((state = 'done') = (outcome is not null and at is not null))
);
create index entry_due on campaigns.entry (campaign_id, due_at) where state <> 'done';
create index entry_outcome on campaigns.entry (campaign_id, outcome);
create index entry_player on campaigns.entry (player_id, campaign_id);

-- `campaigns.reached` was the same without waits; nothing writes it from here on but the version before, whose gifts and messages have the same keys.
insert into campaigns.entry (campaign_id, player_id, once_key, event_at, entered_at, due_at, state, outcome, at)
  select campaign_id, player_id, '', at, at, at, 'done', outcome, at from campaigns.reached;
update campaigns.campaign as campaign set reached_players = reached.players
  from (select campaign_id, count(*) as players from campaigns.reached where outcome in ('given', 'sent') group by campaign_id) as reached
  where reached.campaign_id = campaign.id;
