-- Brings a database of version 0.1.0, which the 64 migrations of `0.1.0.names` made, to the state of the baseline in `migrations`. Runs before the
-- functions and views are applied, in the same transaction.
drop view posting_beside_games, game_round_in_order;
