-- Locks a hold until the transaction ends; all null if there is none with this key.
create or replace function ledger.lock_hold(p_key text) returns ledger.hold language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  hold ledger.hold;
begin
  select * into hold from ledger.hold where key = p_key for update;
  return hold;
end $$;
