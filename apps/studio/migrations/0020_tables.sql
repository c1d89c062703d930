-- Each shared game has a chain of its own; those made so far are the crash game's.
alter table chains add column game text not null default 'dhow';

create table table_rounds (
  id text primary key,
  game text not null,
  chain text not null references chains (id),
  number integer not null,
  -- The hash stands here only once betting is over.
  hash text,
  phase text not null check (phase in ('betting', 'dealing', 'settled')),
  closes_ms bigint not null,
  deals_ms bigint not null,
  dealt_ms bigint,
  settles_ms bigint,
  unique (chain, number),
  check ((phase = 'betting') = (hash is null))
);

create unique index one_open_round_a_table on table_rounds (game) where phase in ('betting', 'dealing');

create table table_bets (
  id text primary key,
  game text not null,
  round text not null references table_rounds (id),
  seq integer not null,
  seat text not null references seats (id),
  wallet_session text not null,
  player text not null,
  name text not null,
  field text not null,
  currency text not null,
  stake bigint not null check (stake > 0),
  demo boolean not null,
  state text not null check (state in
    ('intent', 'accepted', 'refused', 'rolling', 'rolled_back', 'won', 'paid', 'lost', 'closed', 'stuck')),
  payout bigint not null default 0 check (payout >= 0),
  code text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (payout = 0 or state in ('won', 'paid', 'stuck')),
  check (state not in ('won', 'paid') or payout > 0)
);

create index table_bets_of_round on table_bets (round);
create index table_bets_due on table_bets (game, state) where state in ('intent', 'rolling', 'won', 'lost');
create index table_bets_of_player on table_bets (player, changed_at desc)
