-- The round of each call that moved money.
create view gateway.transactions as select provider_code, tx_id, player_id, round_id from gateway.game_transaction;
