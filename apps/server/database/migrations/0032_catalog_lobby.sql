-- Address at which a provider tells how its shared tables stand: rounds, last results, players.
alter table catalog.game_provider add column tables_url text;

-- Moment at which a game joined a provider that had games already; empty for a provider's first ones, which are not news.
alter table catalog.game add column added_at timestamptz;
create index game_added on catalog.game (added_at desc) where added_at is not null;
