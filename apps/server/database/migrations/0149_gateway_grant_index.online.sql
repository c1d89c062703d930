-- The rounds of a grant. Bets without one are not in it.
drop index concurrently if exists gateway.game_transaction_grant;
create index concurrently game_transaction_grant on gateway.game_transaction (grant_id) where grant_id is not null;
