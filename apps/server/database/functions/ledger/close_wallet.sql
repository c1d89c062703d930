-- Closes a player's accounts permanently. Returns `ok`, `account_missing`, or `account_not_empty` unless all are empty.
create or replace function ledger.close_wallet(p_player text, p_at timestamptz) returns text language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  wallet ledger.wallet := ledger.lock_wallet(p_player);
begin
  if wallet.player_id is null then return 'account_missing'; end if;
  if wallet.cash_minor + wallet.bonus_minor + wallet.hold_minor + wallet.in_play_minor > 0 then return 'account_not_empty'; end if;
  update ledger.wallet set closed_at = p_at where player_id = p_player;
  return 'ok';
end $$;
