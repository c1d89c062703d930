-- Providers and games as feeds bring them and as the operator arranges them.

alter table game_provider
  -- Where the provider lists its games and says that it is up; without one it is asked nothing.
  add column feed_url      text,
  add column ping_url      text,
  add column feed_next_at  timestamptz,
  add column failures      integer     not null default 0,
  add column checked_at    timestamptz,
  add column down_since    timestamptz,
  add column position      integer     not null default 1000,
  -- What the provider calls us: an operator's id, a casino's name.
  add column client_id     text,
  -- Where its games are framed from, and the categories that all of its games have besides their own.
  add column frame_origin  text,
  add column adds          text[]      not null default '{}';

alter table game
  -- What its provider calls it.
  add column code         text,
  -- What the operator has set, which a feed leaves alone from then on.
  add column edited       text[]      not null default '{}',
  -- A game that its provider's list no longer has.
  add column withdrawn_at timestamptz;
update game set code = slug;
alter table game alter column code set not null;
create unique index game_of_provider on game (provider_code, code);
drop index game_order;
create index game_order on game (position, id) where enabled and withdrawn_at is null;
create index game_provider_order on game (provider_code, position, id);

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
  -- What was left out, each with its reason; at most the first hundred.
  refused       jsonb       not null default '[]',
  refused_count integer     not null default 0,
  reason        text,
  operator_id   text
);
create index catalog_import_of on catalog_import (provider_code, id desc);
