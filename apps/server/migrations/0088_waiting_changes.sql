-- What one operator may not change alone: it waits here until a second one confirms it, as it was proposed.
create table waiting_change (
  id           text        primary key,
  kind         text        not null check (kind in ('payment_detail', 'settings')),
  subject      text        not null,
  summary      text        not null,
  change       jsonb       not null,
  proposed_by  text        not null references operator,
  proposed_at  timestamptz not null,
  until        timestamptz not null,
  reason       text        not null,
  confirmed_by text        references operator,
  ended_at     timestamptz,
  outcome      text        check (outcome in ('confirmed', 'dropped', 'expired')),
  check (confirmed_by <> proposed_by),
  check ((ended_at is null) = (outcome is null)),
  check ((outcome is not distinct from 'confirmed') = (confirmed_by is not null))
);
create unique index waiting_change_open on waiting_change (kind, subject) where ended_at is null;

alter table payment_detail
  -- Days and hours of the market's own time in which players are shown the detail; null is always.
  add column schedule  jsonb,
  -- Since when it is switched off: whoever was shown it before may still tell of a payment for a while.
  add column closed_at timestamptz,
  add column version   integer not null default 1;
