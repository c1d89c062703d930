-- Trigger of tables whose rows are never changed or deleted.
create or replace function ledger.append_only() returns trigger language plpgsql
security definer set search_path = ledger, pg_temp as $$
begin
  raise exception 'the ledger is append only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
