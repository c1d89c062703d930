-- Postings, each with what it was for.
create view ledger.postings as select id, key, reason, player_id, currency, happened_at from ledger.posting;
