-- Locks the accounts of those players whom no other transaction has locked, and returns the others. Never waits.
create or replace function ledger.lock_free_players(p_players text[]) returns text[] language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  held integer;
begin
  perform from ledger.wallet where player_id = any (p_players) for update skip locked;
  get diagnostics held = row_count;
  if held = cardinality(p_players) then return '{}'; end if;
  return array(
    select player_id from ledger.wallet where player_id = any (p_players)
    except select * from (select player_id from ledger.wallet where player_id = any (p_players) for update skip locked) as own);
end $$;
