-- Marks a payment as changed, in the transaction of the step: the next roll-up reads it again.
create or replace function reports.note_payment() returns trigger language plpgsql as $$
begin
  if tg_table_schema = 'deposits' then
    insert into reports.changed_payment (payment_id) values (new.deposit_id);
  else
    insert into reports.changed_payment (payment_id) values (new.payment_id);
  end if;
  return null;
end $$;
