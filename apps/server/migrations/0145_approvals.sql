-- Any feature may register a kind of change that waits for a second person; the kinds are checked by the program.
alter table waiting_change drop constraint waiting_change_kind_check;
alter table waiting_change
  -- The change as rows of label, before and after, for the person who confirms it.
  add column facts        jsonb  not null default '[]',
  add column player_id    text   references player,
  add column amount_minor bigint check (amount_minor > 0),
  add column currency     text;

-- Who made, raised or reset an operator: for a day the two never confirm each other's changes.
create table operator_tie (
  operator_id text        not null references operator,
  tied_to     text        not null references operator,
  cause       text        not null check (cause in ('created', 'raised', 'reset')),
  at          timestamptz not null,
  check (operator_id <> tied_to)
);
create index operator_tie_operator on operator_tie (operator_id, at);
create index operator_tie_tied_to on operator_tie (tied_to, at);
