-- Maintains the day's sums of credited deposits, in the transaction that changes the state.
create or replace function deposits.counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'approved' then
    perform deposits.day_add(old.player_id, old.family, old.submitted_at, -old.credited_minor);
  end if;
  if new.state = 'approved' then
    perform deposits.day_add(new.player_id, new.family, new.submitted_at, new.credited_minor);
  end if;
  return null;
end $$;

create or replace trigger deposit_counts after update of state, credited_minor on deposits.deposit
  for each row when (old.state = 'approved' or new.state = 'approved') execute function deposits.counts();

create or replace trigger deposit_counts_new after insert on deposits.deposit
  for each row when (new.state = 'approved') execute function deposits.counts();
