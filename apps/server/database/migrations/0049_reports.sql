create schema reports;

-- Sums of movements between two accounts of the ledger on one day of a market, by the reason of the posting. Every amount of a report is a sum of these rows.
-- A debt of a player stands as `player_debt`, without the player.
create table reports.day_movement (
  market       text    not null,
  day          date    not null,
  is_test      boolean not null,
  currency     text    not null,
  reason       text    not null,
  debit        text    not null,
  credit       text    not null,
  transfers    bigint  not null,
  amount_minor bigint  not null,
  -- Ids between which the transfers lie, so that they are found without reading the ledger.
  first_id     bigint  not null,
  last_id      bigint  not null,
  primary key (market, day, is_test, currency, reason, debit, credit)
);

-- Play and deposits of one player on a day: whom `active`, retention and vintages count.
create table reports.player_day (
  player_id      text    not null,
  day            date    not null,
  market         text    not null,
  is_test        boolean not null,
  stakes         bigint  not null,
  stake_minor    bigint  not null,
  settled_minor  bigint  not null,
  won_minor      bigint  not null,
  deposits       bigint  not null,
  deposit_minor  bigint  not null,
  primary key (player_id, day)
);
create index reports_player_day_market on reports.player_day (market, day);

create table reports.first_deposit (
  player_id    text    primary key,
  day          date    not null,
  market       text    not null,
  is_test      boolean not null
);
create index reports_first_deposit_market on reports.first_deposit (market, day);

-- Transactions of the database below this number are summed.
create table reports.rollup (
  one       boolean     primary key default true check (one),
  up_to     bigint      not null,
  -- How many they were.
  transfers bigint      not null,
  rolled_at timestamptz not null
);
insert into reports.rollup values (true, 0, 0, 'epoch');

-- Fees and taxes as shares of a figure, in hundredths of a percent, from a day on.
create table reports.rate (
  market       text    not null,
  kind         text    not null check (kind in ('provider', 'method', 'tax')),
  -- Code of the provider, account of the method, name of the tax.
  code         text    not null,
  base         text    not null check (base in ('ggr', 'turnover', 'deposits')),
  basis_points integer not null check (basis_points between 0 and 10000),
  from_day     date    not null,
  primary key (market, kind, code, from_day)
);
