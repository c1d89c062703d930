create table chains (
  id text primary key,
  salt text not null,
  length integer not null check (length > 0),
  end_hash text not null,
  every integer not null check (every > 0),
  -- Every so-many-th hash from the seed on, sealed under the studio's own key: unplayed rounds never lie open.
  sealed text not null,
  created_at timestamptz not null default now()
);

create table rounds (
  id text primary key,
  chain text not null references chains (id),
  number integer not null,
  -- The hash stands here only once the round is over.
  hash text,
  crash bigint,
  phase text not null check (phase in ('betting', 'flight', 'over', 'void')),
  closes_ms bigint not null,
  takeoff_ms bigint not null,
  started_ms bigint,
  over_ms bigint,
  unique (chain, number)
);

create unique index one_open_round on rounds ((true)) where phase in ('betting', 'flight');
create index rounds_newest on rounds (chain, number desc);

create table seats (
  id text primary key,
  resume_hash text not null unique,
  wallet_session text not null,
  player text not null,
  name text not null,
  currency text not null,
  demo boolean not null,
  created_at timestamptz not null default now()
);

create table bets (
  id text primary key,
  round text not null references rounds (id),
  seq integer not null,
  seat text not null references seats (id),
  wallet_session text not null,
  player text not null,
  name text not null,
  panel smallint not null check (panel in (0, 1)),
  currency text not null,
  stake bigint not null check (stake > 0),
  auto integer check (auto > 100),
  demo boolean not null,
  state text not null check (state in
    ('intent', 'accepted', 'refused', 'rolling', 'rolled_back', 'cashed', 'paid', 'lost', 'closed', 'stuck')),
  cashed_at integer,
  payout bigint not null default 0 check (payout >= 0),
  code text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- A win is exactly the stake times the multiplier, rounded down to the smallest coin.
  check (state not in ('cashed', 'paid') or payout = stake * cashed_at / 100)
);

create unique index one_bet_a_panel on bets (round, player, panel)
  where state not in ('refused', 'rolling', 'rolled_back');
create index bets_of_round on bets (round);
create index bets_due on bets (state) where state in ('intent', 'rolling', 'cashed', 'lost');

create table leases (
  name text primary key,
  holder text not null,
  until timestamptz not null
)
