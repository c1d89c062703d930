-- Faults of the installation, now and lately; one open row for each trouble, over all servers.
create table alarm (
  id         text        primary key,
  code       text        not null,
  subject    text        not null,
  text       text        not null,
  opened_at  timestamptz not null,
  -- When a server last saw that it is still so.
  seen_at    timestamptz not null,
  cleared_at timestamptz
);
create unique index alarm_open on alarm (code, subject) where cleared_at is null;
create index alarm_recent on alarm (cleared_at) where cleared_at is not null;

-- Notices about an alarm: each notice once by each channel.
create table alarm_notice (
  id         text        primary key,
  alarm_id   text        not null references alarm (id),
  kind       text        not null check (kind in ('raised', 'reminder', 'cleared')),
  -- Of a reminder, which one since the alarm was raised.
  number     integer     not null,
  channel    text        not null check (channel in ('webhook', 'email')),
  created_at timestamptz not null,
  next_at    timestamptz not null,
  tries      integer     not null default 0,
  sent_at    timestamptz,
  unique (alarm_id, kind, number, channel)
);
create index alarm_notice_due on alarm_notice (next_at) where sent_at is null;
