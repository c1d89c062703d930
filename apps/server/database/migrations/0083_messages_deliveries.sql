-- One row for each message and channel: whether, when and how it left, and its cost.
create table messages.delivery (
  message_id  text        not null references messages.player_message,
  channel     text        not null check (channel in ('inbox', 'sms', 'email', 'push')),
  player_id   text        not null references accounts.player,
  class       text        not null check (class in ('money', 'security', 'service', 'advertising')),
  state       text        not null check (state in ('waiting', 'sent', 'delivered', 'failed', 'skipped')),
  -- Why it failed or was skipped.
  reason      text,
  created_at  timestamptz not null,
  -- When the job looks at it; null while a gateway's own queue has it, and at its end.
  next_at     timestamptz check (next_at is null or state = 'waiting'),
  tries       integer     not null default 0,
  -- Newest last, at most the last twenty.
  tried_at    timestamptz[] not null default '{}',
  -- It counts in the caps of that day.
  counted_on  date,
  sent_at     timestamptz,
  ended_at    timestamptz,
  -- Parts of a text message, each of which costs.
  parts       integer,
  currency    text,
  cost_minor  bigint      check (cost_minor >= 0),
  primary key (message_id, channel),
  check ((reason is not null) = (state in ('failed', 'skipped')))
);
create index delivery_due on messages.delivery (next_at) where next_at is not null;
create index delivery_player on messages.delivery (player_id, created_at desc);
create index delivery_cost on messages.delivery (sent_at) where cost_minor is not null;

-- Channels that a player chose for messages about their account; without a row all are on.
create table messages.channel_choice (
  player_id  text        primary key references accounts.player,
  sms        boolean     not null default true,
  email      boolean     not null default true,
  push       boolean     not null default true,
  -- A push notification names sums only then.
  push_sums  boolean     not null default false,
  changed_at timestamptz not null
);

-- Deliveries of a day that count in the daily caps, by player and, for the operator, by market.
create table messages.day_count (
  subject text    not null,
  day     date    not null,
  sent    integer not null,
  primary key (subject, day)
);

-- Each time that a player allowed advertising or took it back.
create table accounts.offer_consent (
  player_id text        not null references accounts.player,
  at        timestamptz not null,
  given     boolean     not null,
  primary key (player_id, at)
);

insert into staff.role_permission (role_id, permission) values
  ('manager', 'messages.offer'),
  ('admin', 'messages.offer'),
  ('manager', 'messages.cost'),
  ('admin', 'messages.cost');

-- A player who allows offers today did so at the latest when they last changed their preferences.
insert into accounts.offer_consent (player_id, at, given)
select player_id, updated_at, true from accounts.player_preference where chosen #>> '{notifications,offers}' = 'true';
