-- Holds with their states.
create view ledger.holds as select key, player_id, amount_minor, state from ledger.hold;
