-- Providers of games: who answers for a round.
create view catalog.providers as select code, name, adapter, proof_url, rounds_url, enabled from catalog.game_provider;
