-- Opens a player's four accounts.
create or replace function ledger.open_wallet(p_player text, p_currency text, p_at timestamptz) returns void language plpgsql
security definer set search_path = ledger, pg_temp as $$
begin
  insert into ledger.wallet (player_id, currency, opened_at) values (p_player, p_currency, p_at);
end $$;
