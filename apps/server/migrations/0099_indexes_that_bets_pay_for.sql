-- Nobody looks a posting up by its player: a player's entries are found by their transfers.
drop index ledger_posting_player;
-- Calls are logged in the order of time, and an index that grows at its end costs less to write than one that grows at its head. It is read
-- backwards as well.
drop index gateway_call_at;
create index gateway_call_at on gateway_call (at);
