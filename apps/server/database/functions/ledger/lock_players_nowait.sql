-- Locks the accounts of several players, or raises `lock_not_available` if another transaction has locked one of them.
create or replace function ledger.lock_players_nowait(p_players text[]) returns void language plpgsql
security definer set search_path = ledger, pg_temp as $$
begin
  perform from ledger.wallet where player_id = any (p_players) order by player_id for update nowait;
end $$;
