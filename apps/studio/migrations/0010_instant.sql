create table seed_pairs (
  id text primary key,
  player text not null,
  game text not null,
  -- The server seed, sealed under the studio's own key, and its SHA-256, which the player sees before choosing a client seed.
  sealed text not null,
  commitment text not null unique,
  client_seed text,
  nonce integer not null default 0 check (nonce >= 0),
  state text not null check (state in ('next', 'active', 'revealed')),
  changed_ms bigint not null,
  check ((state = 'next') = (client_seed is null))
);

create unique index one_next_pair on seed_pairs (player, game) where state = 'next';
create unique index one_active_pair on seed_pairs (player, game) where state = 'active';
create index pairs_of_player on seed_pairs (player, game, changed_ms desc);

create table instant_rounds (
  id text primary key,
  game text not null,
  seat text not null references seats (id),
  wallet_session text not null,
  player text not null,
  currency text not null,
  demo boolean not null,
  pair text not null references seed_pairs (id),
  nonce integer not null,
  stake bigint not null check (stake > 0),
  options jsonb not null,
  acts jsonb not null default '[]',
  is_out boolean not null default false,
  state text not null check (state in
    ('intent', 'open', 'refused', 'rolling', 'rolled_back', 'settling', 'settled', 'stuck')),
  -- In ten-thousandths.
  multiplier bigint not null default 0 check (multiplier >= 0),
  payout bigint not null default 0 check (payout >= 0),
  code text,
  created_ms bigint not null,
  changed_ms bigint not null,
  unique (pair, nonce),
  -- A win is exactly the stake times the multiplier, rounded down to the smallest coin.
  check (state not in ('settling', 'settled') or payout = stake * multiplier / 10000)
);

create unique index one_open_round_a_game on instant_rounds (player, game) where state in ('intent', 'open');
create index instant_rounds_of_player on instant_rounds (player, game, created_ms desc);
create index instant_rounds_due on instant_rounds (changed_ms) where state in ('intent', 'open', 'rolling', 'settling')
