create table game_session (
  id                text        primary key,
  provider_code     text        not null references game_provider,
  player_id         text        not null references player,
  game_id           text        not null references game,
  currency          text        not null,
  launch_hash       bytea       unique,
  launch_expires_at timestamptz not null,
  token_hash        bytea       unique,
  opened_at         timestamptz not null,
  ended_at          timestamptz
);
create index game_session_player on game_session (player_id, id desc);
create index game_session_provider on game_session (provider_code) where ended_at is null;

-- Every transaction that a provider sent and that was decided, once: its key is the provider's own.
create table game_transaction (
  provider_code text        not null,
  tx_id         text        not null,
  kind          text        not null,
  player_id     text        not null,
  round_id      text        not null,
  game_id       text        not null,
  ref_tx_id     text,
  currency      text        not null,
  amount_minor  bigint      not null,
  win_minor     bigint      not null default 0,
  -- Only bets: open, settled, rolled back.
  bet_state     text,
  posting_id    bigint,
  balance_minor bigint      not null,
  at            timestamptz not null,
  -- The part of a win that an operator refused after its check.
  refused_minor bigint      not null default 0 check (refused_minor >= 0),
  primary key (provider_code, tx_id)
) with (fillfactor = 80);
-- A transaction is looked up by its provider and id with every call. While the table is new and has no statistics, an index that
-- also begins with the provider is as good as the key to the planner, and then every call reads all of the provider's rows.
create index game_transaction_round on game_transaction (player_id, round_id, provider_code);

-- A rollback of a bet that never came: should it come late, it is refused.
create table game_tombstone (
  provider_code text        not null,
  tx_id         text        not null,
  at            timestamptz not null,
  primary key (provider_code, tx_id)
);

create table game_round (
  player_id      text        not null,
  provider_code  text        not null,
  round_id       text        not null,
  game_id        text        not null,
  currency       text        not null,
  stake_minor    bigint      not null default 0,
  payout_minor   bigint      not null default 0,
  returned_minor bigint      not null default 0,
  open_bets      integer     not null default 0,
  ended          boolean     not null default false,
  balance_minor  bigint,
  id             text        not null,
  started_at     timestamptz not null,
  ended_at       timestamptz,
  primary key (player_id, provider_code, round_id)
) with (fillfactor = 70);
-- A bet looks its round up by the key. While the table has no statistics, an index that also begins with the player is as good as the key to
-- the planner, and then every bet reads all rounds of its player. An index of a part of the table, which here is all of it, serves only queries
-- that name that part: they read the view `game_round_in_order`.
create index game_round_player on game_round (player_id, id desc) where id > '';

create table gateway_call (
  at            timestamptz not null,
  provider_code text        not null,
  call          text        not null,
  tx_id         text,
  round_id      text,
  player_id     text,
  code          text        not null,
  took_us       integer     not null
);
-- In the order of time, in which calls are logged: an index that grows at its end costs less to write than one that grows at its head. It is
-- read backwards as well.
create index gateway_call_at on gateway_call (at);
create index gateway_call_player on gateway_call (player_id, at desc) where player_id is not null;
create index gateway_call_round on gateway_call (round_id, at desc) where round_id is not null;

-- A provider's keys: one in use, or two while they are changed. `secret` is shared, `public` is the provider's, `own` is the private key that
-- signs what the portal asks of the provider.
create table game_provider_key (
  id            text        primary key,
  provider_code text        not null references game_provider,
  kind          text        not null check (kind in ('secret', 'public', 'own')),
  sealed        bytea       not null,
  -- The first letters of the key's SHA-256: enough to tell keys apart, nothing to sign with.
  print         text        not null,
  added_at      timestamptz not null,
  added_by      text,
  ends_at       timestamptz
);
create index game_provider_key_of on game_provider_key (provider_code);

-- Stakes and wins of each player by day, so that the totals of the history of rounds are a sum of days and not of rounds. The statement that
-- writes a round adds to its day. The day is the one on which the round began, as the filters of the histories have it (UTC). With room on its
-- page the indexes stay as they are.
create table round_day (
  player_id    text   not null,
  day          date   not null,
  -- Without what was returned.
  staked_minor bigint not null,
  paid_minor   bigint not null,
  primary key (player_id, day)
) with (fillfactor = 70);

-- Rounds that would else be found only among all others: those that were rolled back, written by the rollback, and those that have been open for
-- long, which a job looks for each hour. Those that were rolled back can be many, and the totals have to look at none of them.
create table round_aside (
  player_id text    not null,
  id        text    not null,
  is_open   boolean not null,
  primary key (player_id, id)
);
create index round_aside_open on round_aside (player_id, id) where is_open;

-- Ceilings of what a game provider may pay to players. A win past one of them is held until an operator has checked it.
create table provider_ceiling (
  -- A provider's code; '*' for every provider without a row of its own.
  provider_code       text    not null,
  currency            text    not null check (currency in ('INR', 'NAD')),
  -- The largest single win.
  win_minor           bigint  not null check (win_minor > 0),
  -- The largest win in times of the round's stakes, for wins from an amount on.
  multiple            integer not null check (multiple > 0),
  multiple_from_minor bigint  not null check (multiple_from_minor > 0),
  -- The largest sum of wins above the stakes in a clock hour.
  hour_minor          bigint  not null check (hour_minor > 0),
  primary key (provider_code, currency)
);
insert into provider_ceiling values
  ('*', 'NAD', 5000000, 10000, 100000, 25000000),
  ('*', 'INR', 25000000, 10000, 500000, 125000000);

-- Stakes and wins of a provider by clock hour. Each server process has rows of its own, so that no two of them wait for each other.
create table provider_hour (
  provider_code text        not null,
  currency      text        not null,
  hour          timestamptz not null,
  process       text        not null,
  bets          bigint      not null default 0,
  staked_minor  numeric     not null default 0,
  stake_squares numeric     not null default 0,
  wins          bigint      not null default 0,
  won_minor     numeric     not null default 0,
  win_squares   numeric     not null default 0,
  primary key (provider_code, currency, hour, process)
);
create index provider_hour_hour on provider_hour (hour);

create table held_win (
  id            text        primary key,
  provider_code text        not null,
  tx_id         text        not null,
  player_id     text        not null references player,
  round_id      text        not null,
  game_id       text        not null,
  currency      text        not null,
  stake_minor   bigint      not null,
  win_minor     bigint      not null,
  held_minor    bigint      not null check (held_minor > 0 and held_minor <= win_minor),
  -- The ceilings that it passed: win, multiple, hour.
  ceilings      text[]      not null check (cardinality(ceilings) > 0),
  state         text        not null default 'held' check (state in ('held', 'paid', 'refused')),
  held_at       timestamptz not null,
  decided_at    timestamptz,
  decided_by    text        references operator,
  reason        text,
  version       integer     not null default 1,
  unique (provider_code, tx_id),
  check ((state = 'held') = (decided_at is null))
);
create index held_win_state on held_win (state, id);
create index held_win_player on held_win (player_id, round_id);
