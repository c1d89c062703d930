-- Brings a database of version 0.1.0, which the 64 migrations of `0.1.0.names` made, to the state of the baseline in `migrations`. Runs before the
-- functions and views are applied, in the same transaction.
drop view posting_beside_games, game_round_in_order;
-- Functions that later versions have no file for.
drop trigger player_bets_ask on player;
drop trigger play_block_bets_ask on play_block;
drop trigger player_limit_bets_ask on player_limit;
drop trigger ledger_wallet_opened on ledger_wallet;
drop function bets_ask_changed, ledger_wallet_opened, bets_ask_until;
