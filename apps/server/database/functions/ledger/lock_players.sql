-- Locks the accounts of several players, always in the same order, before a group of postings.
create or replace function ledger.lock_players(p_players text[]) returns void language plpgsql
security definer set search_path = ledger, pg_temp as $$
begin
  perform from ledger.wallet where player_id = any (p_players) order by player_id for update;
end $$;
