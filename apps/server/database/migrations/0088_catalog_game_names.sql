-- Names of a game in other languages than English, by language; empty where it has none.
alter table catalog.game add column names jsonb not null default '{}';
