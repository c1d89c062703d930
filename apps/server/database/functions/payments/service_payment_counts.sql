-- Maintains the day's sums of payments confirmed by services, in the transaction that changes the state.
create or replace function payments.service_payment_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'succeeded' then
    perform deposits.day_add(old.player_id, old.service, old.started_at, -old.credited_minor);
  end if;
  if new.state = 'succeeded' then
    perform deposits.day_add(new.player_id, new.service, new.started_at, new.credited_minor);
  end if;
  return null;
end $$;

create or replace trigger service_payment_counts after update of state, credited_minor on payments.service_payment
  for each row when (old.state = 'succeeded' or new.state = 'succeeded') execute function payments.service_payment_counts();

create or replace trigger service_payment_counts_new after insert on payments.service_payment
  for each row when (new.state = 'succeeded') execute function payments.service_payment_counts();
