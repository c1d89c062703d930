-- Players who may not stake now, and until when (null: until it is lifted). Withdrawals are never blocked by it.
create table play_block (
  player_id text        not null,
  kind      text        not null check (kind in ('time_out', 'self_exclusion', 'operator')),
  from_at   timestamptz not null,
  until_at  timestamptz,
  reason    text        not null,
  primary key (player_id, kind, from_at)
);

-- Limits that players set for themselves. A first or lower limit holds at once; a higher one, or none, is asked for, waits a day, and is confirmed.
create table player_limit (
  player_id    text        not null,
  kind         text        not null check (kind in ('deposit', 'stake', 'loss')),
  period       text        not null check (period in ('day', 'week', 'month')),
  amount_minor bigint      not null check (amount_minor > 0),
  set_at       timestamptz not null,
  -- A change that was asked for; with `asked_at` and without an amount: no limit any more.
  asked_at     timestamptz,
  asked_minor  bigint      check (asked_minor > amount_minor),
  primary key (player_id, kind, period),
  check (asked_minor is null or asked_at is not null)
);

-- Stakes and wins of each player with a stake or loss limit, by day in the market's own time. Written with the bets themselves, and
-- only for players who have such a limit: the others' bets stay as fast as they are.
create table play_day (
  player_id    text   not null,
  day          date   not null,
  staked_minor bigint not null default 0,
  won_minor    bigint not null default 0,
  primary key (player_id, day)
) with (fillfactor = 70);
