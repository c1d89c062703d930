-- Games for the lobby.
create view catalog.games as
  select id, slug, provider_code, name, categories, tile, rtp, min_stake_minor, max_stake_minor, demo, markets, enabled, names
  from catalog.game;
