-- The open bets of long ago are found by their rounds, which stand aside (0110). Each bet wrote this index, and because it depends on the
-- state, each settling wrote the bet into all indexes of its table anew.
drop index game_transaction_silent;
