-- Last backup and last restore for trial, as the scripts of deploy/backup note them.
create table alarms.upkeep (
  task       text        primary key check (task in ('backup', 'drill')),
  ended_at   timestamptz not null,
  outcome    text        not null,
  seconds    integer     not null check (seconds >= 0),
  -- When one passed last.
  passed_at  timestamptz
);
