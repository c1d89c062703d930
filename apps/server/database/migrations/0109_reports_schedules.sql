-- Saved views that are sent by a channel of the notices, each day, week or month at an hour of the market.
create table reports.schedule (
  id          text        primary key,
  view_id     text        not null references reports.saved_view on delete cascade,
  operator_id text        not null,
  channel_id  text        not null,
  every       text        not null check (every in ('day', 'week', 'month')),
  hour        integer     not null check (hour between 0 and 23),
  attached    boolean     not null,
  created_at  timestamptz not null,
  -- The next sending; null once it has ended.
  next_at     timestamptz,
  -- When it ended, since the operator who made it lost the right.
  ended_at    timestamptz,
  check ((next_at is null) = (ended_at is not null)),
  unique (view_id, channel_id, every)
);
create index schedule_due on reports.schedule (next_at) where next_at is not null;
