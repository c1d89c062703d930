-- Round and game of each call that moved money; `posting_id` is its posting.
create view gateway.transactions as select provider_code, tx_id, kind, player_id, round_id, game_id, posting_id from gateway.game_transaction;
