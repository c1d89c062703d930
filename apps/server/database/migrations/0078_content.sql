-- Content of the operator: an item has a place (kind and name), a market or all, and a language; its versions go live one after the other.
create schema content;

create table content.item (
  id         text        primary key,
  kind       text        not null check (kind in ('page', 'notice', 'banner', 'row')),
  name       text        not null,
  market     text        check (market in ('NA', 'IN')),
  language   text        not null check (language in ('en', 'hi', 'af')),
  created_by text        not null references staff.operator (id),
  created_at timestamptz not null
);
create unique index item_place on content.item (kind, name, coalesce(market, ''), language);

create table content.version (
  id             text        primary key,
  item_id        text        not null references content.item (id),
  number         integer     not null,
  title          text        not null,
  text           text        not null,
  link           text,
  picture        text,
  picture_width  integer,
  picture_height integer,
  games          text[]      not null default '{}',
  binding        boolean     not null default false,
  -- Of everything that readers see; set when it is published.
  hash           bytea,
  -- Counted with each save, so that two editors do not overwrite each other.
  revision       integer     not null default 1,
  edited_by      text        not null references staff.operator (id),
  edited_at      timestamptz not null,
  published_by   text        references staff.operator (id),
  published_at   timestamptz,
  live_from      timestamptz,
  live_until     timestamptz,
  unique (item_id, number),
  check ((published_at is null) = (live_from is null) and (published_at is null) = (hash is null)),
  check (live_until >= live_from)
);
create unique index version_draft on content.version (item_id) where published_at is null;

-- Players who accepted a version of the terms.
create table content.acceptance (
  player_id   text        not null references accounts.player (id),
  version_id  text        not null references content.version (id),
  hash        bytea       not null,
  accepted_at timestamptz not null,
  primary key (player_id, version_id)
);
create index acceptance_version on content.acceptance (version_id);

insert into staff.role_permission (role_id, permission) values
  ('support', 'content.see'),
  ('manager', 'content.see'),
  ('manager', 'content.edit'),
  ('manager', 'content.publish'),
  ('admin', 'content.see'),
  ('admin', 'content.edit'),
  ('admin', 'content.publish');
