-- A page of the provider that fetches a game's files ahead and does nothing else.
alter table game_provider add column ahead_url text;
