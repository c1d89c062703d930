-- Locks a player's accounts until the transaction ends; all null for a player without accounts.
create or replace function ledger.lock_wallet(p_player text) returns ledger.wallet language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  wallet ledger.wallet;
begin
  select * into wallet from ledger.wallet where player_id = p_player for update;
  return wallet;
end $$;
