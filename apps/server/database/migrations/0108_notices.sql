-- Notices to staff: rules, the channels that they go to, and what was sent. The state that a rule has raised is an alarm of the code `rule.<id>`.
create schema notices;

create table notices.channel (
  id         text        primary key,
  name       text        not null unique,
  kind       text        not null check (kind in ('email', 'webhook')),
  address    text        not null,
  -- The key of a webhook, sealed.
  sealed     bytea,
  active     boolean     not null default true,
  created_by text        not null references staff.operator (id),
  created_at timestamptz not null,
  check ((sealed is not null) = (kind = 'webhook'))
);

create table notices.rule (
  id            text        primary key,
  name          text        not null unique,
  kind          text        not null check (kind in ('queue', 'books', 'provider', 'withdrawal', 'complaint')),
  enabled       boolean     not null,
  quiet_minutes integer     not null check (quiet_minutes > 0),
  queue         text,
  minutes       integer,
  market        text        check (market in ('NA', 'IN')),
  amount_minor  bigint      check (amount_minor > 0),
  hours         integer,
  changed_by    text        not null references staff.operator (id),
  changed_at    timestamptz not null,
  check ((kind = 'queue') = (queue is not null and minutes is not null)),
  check ((kind = 'withdrawal') = (market is not null and amount_minor is not null)),
  check ((kind = 'complaint') = (hours is not null))
);

create table notices.rule_channel (
  rule_id    text not null references notices.rule on delete cascade,
  channel_id text not null references notices.channel,
  primary key (rule_id, channel_id)
);

-- One row for each thing to send and channel; its key sends it once, over all servers.
create table notices.delivery (
  id         text        primary key,
  key        text        not null unique,
  channel_id text        not null references notices.channel,
  step       text        not null check (step in ('raised', 'reminder', 'cleared', 'report')),
  -- The alarm, or the scheduled report.
  about_id   text        not null,
  rule_id    text,
  subject    text        not null default '',
  title      text        not null,
  -- Sentences, and the members of a webhook's `data`.
  content    jsonb       not null,
  file_name  text,
  -- Kept until it is sent.
  file       text,
  state      text        not null check (state in ('waiting', 'sent', 'failed')),
  created_at timestamptz not null,
  -- Begin of the day in which it is tried.
  tried_from timestamptz not null,
  next_at    timestamptz check ((next_at is not null) = (state = 'waiting')),
  tries      integer     not null default 0,
  sent_at    timestamptz,
  ended_at   timestamptz,
  -- A text of the catalogue: why the last try failed.
  failure    jsonb
);
create index delivery_due on notices.delivery (next_at) where next_at is not null;
create index delivery_about on notices.delivery (about_id);
create index delivery_rule on notices.delivery (rule_id, created_at);
create index delivery_channel on notices.delivery (channel_id, ended_at);

-- How far an operator has read.
create table notices.reader (
  operator_id text primary key references staff.operator (id),
  up_to       text not null
);

insert into staff.role_permission (role_id, permission) values
  ('cashier', 'notices.see'), ('support', 'notices.see'), ('manager', 'notices.see'), ('admin', 'notices.see'),
  ('admin', 'notices.manage');
