create table game_provider (
  code         text        primary key,
  name         text        not null,
  adapter      text        not null,
  -- Addresses where its games are opened, and of the page that recomputes a round; `{round}` stands for the round's id.
  launch_url   text        not null,
  proof_url    text,
  logo         text,
  enabled      boolean     not null default true,
  -- Address of the provider's list of games and of its health check; nothing is called without one.
  feed_url     text,
  ping_url     text,
  feed_next_at timestamptz,
  failures     integer     not null default 0,
  checked_at   timestamptz,
  down_since   timestamptz,
  position     integer     not null default 1000,
  -- Our name at the provider: an operator's id, a casino's name.
  client_id    text,
  -- Origins that frame its games, and the categories that all of its games have besides their own.
  frame_origin text,
  adds         text[]      not null default '{}',
  -- Asked for what a round is recomputed from, where the provider can say.
  rounds_url   text,
  -- A page that fetches a game's files ahead and does nothing else.
  ahead_url    text
);

create table game (
  id              text        primary key,
  slug            text        not null unique,
  provider_code   text        not null references game_provider,
  name            text        not null,
  categories      text[]      not null default '{}',
  tile            text        not null,
  rtp             text,
  min_stake_minor bigint,
  max_stake_minor bigint,
  demo            boolean     not null default true,
  markets         text[]      not null default '{NA,IN}',
  enabled         boolean     not null default true,
  position        integer     not null default 1000,
  -- The pieces of the name's words for the search, and the words.
  grams           text[]      generated always as (game_grams(name)) stored,
  words           text        generated always as (' ' || game_words(name)) stored,
  -- The provider's id of the game.
  code            text        not null,
  -- Fields that the operator has set, which a feed leaves alone from then on.
  edited          text[]      not null default '{}',
  -- A game that its provider's list no longer has.
  withdrawn_at    timestamptz
);
create index game_categories on game using gin (categories);
create index game_grams_found on game using gin (grams) with (fastupdate = off);
create unique index game_of_provider on game (provider_code, code);
create index game_order on game (position, id) where enabled and withdrawn_at is null;
create index game_provider_order on game (provider_code, position, id);

create table favourite_game (
  player_id text        not null references player,
  game_id   text        not null references game,
  added_at  timestamptz not null,
  primary key (player_id, game_id)
);

create table catalog_import (
  id            text        primary key,
  provider_code text        not null references game_provider,
  started_at    timestamptz not null,
  ended_at      timestamptz not null,
  outcome       text        not null check (outcome in ('done', 'failed')),
  listed        integer     not null default 0,
  added         integer     not null default 0,
  changed       integer     not null default 0,
  withdrawn     integer     not null default 0,
  -- Games that were left out, each with its reason; at most the first hundred.
  refused       jsonb       not null default '[]',
  refused_count integer     not null default 0,
  reason        text,
  operator_id   text
);
create index catalog_import_of on catalog_import (provider_code, id desc);
