-- Steps of players in the cashier before a payment is reported: at most one row per player, step and method in half an hour. Nothing about a player but the id.
create table reports.cashier_visit (
  player_id text        not null,
  half_hour timestamptz not null,
  step      text        not null check (step in ('opened', 'chose')),
  -- Code of the method; empty where the list of methods was opened.
  method    text        not null,
  market    text        not null,
  at        timestamptz not null,
  primary key (player_id, half_hour, step, method)
);
create index reports_cashier_visit_market on reports.cashier_visit (market, at);

-- The same without players, once the rows are old: how many visits, and how long each step took. `submitted` has only times.
create table reports.visit_hour (
  market  text      not null,
  day     date      not null,
  hour    smallint  not null,
  is_test boolean   not null,
  step    text      not null check (step in ('opened', 'chose', 'submitted')),
  method  text      not null,
  visits  bigint    not null,
  seconds integer[] not null,
  primary key (market, day, hour, is_test, step, method)
);
