create table game_provider (
  code       text        primary key,
  name       text        not null,
  adapter    text        not null,
  -- Where its games are opened, and the page that recomputes a round; `{round}` stands for the round's id.
  launch_url text        not null,
  proof_url  text,
  logo       text,
  enabled    boolean     not null default true
);

create table game (
  id              text    primary key,
  slug            text    not null unique,
  provider_code   text    not null references game_provider,
  name            text    not null,
  categories      text[]  not null default '{}',
  tile            text    not null,
  rtp             text,
  min_stake_minor bigint,
  max_stake_minor bigint,
  demo            boolean not null default true,
  markets         text[]  not null default '{NA,IN}',
  enabled         boolean not null default true,
  position        integer not null default 1000
);
create index game_order on game (position, id) where enabled;
create index game_categories on game using gin (categories);
