-- The reason of a bet that its player cancelled has the same name as the command.
update bets set code = 'cancelled' where code = 'taken_back';
update table_bets set code = 'cancelled' where code = 'taken_back';
