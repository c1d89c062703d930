-- Where a provider that can is asked for what its rounds are recomputed from.
alter table game_provider add column rounds_url text;
