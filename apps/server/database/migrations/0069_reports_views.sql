-- Views of reports that operators keep by a name: a screen with its market and days. A shared one is shown to all who see reports.
create table reports.saved_view (
  id          text        primary key,
  operator_id text        not null,
  name        text        not null,
  screen      text        not null check (screen in ('report', 'cohorts')),
  market      text        not null,
  -- Without both days, those that the screen shows by itself.
  from_day    date,
  to_day      date,
  shared      boolean     not null,
  saved_at    timestamptz not null,
  unique (operator_id, name),
  check ((from_day is null) = (to_day is null))
);
