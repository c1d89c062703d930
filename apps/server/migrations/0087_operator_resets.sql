-- An operator's password and second factor set up anew: one other operator asks, a further one confirms.
create table operator_reset (
  id           text        primary key,
  operator_id  text        not null references operator,
  asked_by     text        not null references operator,
  asked_at     timestamptz not null,
  until        timestamptz not null,
  reason       text        not null,
  confirmed_by text        references operator,
  ended_at     timestamptz,
  outcome      text        check (outcome in ('confirmed', 'withdrawn', 'expired')),
  check (asked_by <> operator_id),
  check (confirmed_by <> asked_by and confirmed_by <> operator_id),
  check ((ended_at is null) = (outcome is null)),
  check ((outcome is not distinct from 'confirmed') = (confirmed_by is not null))
);
create unique index operator_reset_open on operator_reset (operator_id) where ended_at is null;
