-- Changes that one operator may not make alone: each waits here until a second one confirms it, as it was proposed. Any feature may
-- register a kind; the program checks the kinds.
create table waiting_change (
  id           text        primary key,
  kind         text        not null,
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
  -- The change as rows of label, before and after, for the person who confirms it.
  facts        jsonb       not null default '[]',
  player_id    text        references player,
  amount_minor bigint      check (amount_minor > 0),
  currency     text,
  check (confirmed_by <> proposed_by),
  check ((ended_at is null) = (outcome is null)),
  check ((outcome is not distinct from 'confirmed') = (confirmed_by is not null))
);
create unique index waiting_change_open on waiting_change (kind, subject) where ended_at is null;

-- Each act of an operator that raises, frees or moves out money, written in the transaction of the act: the sums of the day are read here.
create table money_act (
  id             text        primary key,
  act            text        not null,
  -- The deposit, withdrawal, line, case, envelope or rule that it is about.
  subject        text        not null,
  player_id      text        references player,
  currency       text        not null,
  amount_minor   bigint      not null check (amount_minor >= 0),
  operator_id    text        not null references operator,
  -- The first of two people; null where one decided alone.
  first_operator text        references operator,
  -- The side of the player's money that the operator worked.
  side           text        check (side in ('in', 'out')),
  -- `waiting` for a second person; `noted` where it carries out what was decided before; `done` where it was decided and carried out.
  stage          text        not null check (stage in ('waiting', 'noted', 'done')),
  evidence       text        check (evidence in ('bank_line', 'service_confirmation', 'provider_signature')),
  -- The day of the market whose money it is.
  day            date        not null,
  at             timestamptz not null,
  check (first_operator <> operator_id)
);
create index money_act_operator on money_act (operator_id, day);
create index money_act_first on money_act (first_operator, day) where first_operator is not null;
create index money_act_player on money_act (player_id, day) where player_id is not null;
create index money_act_day on money_act (day, id);
create trigger money_act_append_only before update or delete or truncate on money_act
  for each statement execute function ledger_append_only();
