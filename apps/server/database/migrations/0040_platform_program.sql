-- Servers that run on this database: each writes its row while it lives, so that operators see which versions run and since when.
create table platform.program (
  id         text        primary key,
  version    text        not null,
  machine    text        not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null
);
