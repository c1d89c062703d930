-- Game providers, who answer for rounds.
create view catalog.providers as select code, name, adapter, proof_url, rounds_url, enabled from catalog.game_provider;
