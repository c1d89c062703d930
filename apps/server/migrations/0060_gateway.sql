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

-- Every transaction that a provider sent and that was decided, once: its key is the provider's own.
create table game_transaction (
  provider_code text        not null,
  tx_id         text        not null,
  kind          text        not null check (kind in ('bet', 'win', 'betwin', 'rollback', 'end')),
  player_id     text        not null,
  round_id      text        not null,
  game_id       text        not null,
  ref_tx_id     text,
  currency      text        not null,
  amount_minor  bigint      not null,
  win_minor     bigint      not null default 0,
  -- Only bets: open, settled, rolled back.
  bet_state     text        check (bet_state in ('open', 'settled', 'rolled_back')),
  posting_id    bigint,
  balance_minor bigint      not null,
  at            timestamptz not null,
  primary key (provider_code, tx_id),
  check ((kind = 'bet') = (bet_state is not null))
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
  player_id     text        not null,
  provider_code text        not null,
  round_id      text        not null,
  game_id       text        not null,
  currency      text        not null,
  stake_minor   bigint      not null default 0 check (stake_minor >= 0),
  payout_minor  bigint      not null default 0 check (payout_minor >= 0),
  returned_minor bigint     not null default 0,
  open_bets     integer     not null default 0 check (open_bets >= 0),
  ended         boolean     not null default false,
  balance_minor bigint,
  id            text        not null,
  started_at    timestamptz not null,
  ended_at      timestamptz,
  primary key (player_id, provider_code, round_id)
) with (fillfactor = 70);
create index game_round_player on game_round (player_id, id desc);

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
