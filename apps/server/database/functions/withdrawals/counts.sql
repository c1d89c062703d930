-- Maintains the day's sums of paid withdrawals, in the transaction that changes the state.
create or replace function withdrawals.counts() returns trigger language plpgsql as $$
declare
  day date := (new.requested_at at time zone 'UTC')::date;
  minor bigint := case when new.state = 'paid' then new.amount_minor else 0 end
                - case when tg_op = 'UPDATE' and old.state = 'paid' then old.amount_minor else 0 end;
begin
  insert into withdrawals.day (player_id, day, paid_minor) values (new.player_id, day, minor)
  on conflict on constraint withdrawal_day_pkey do update set paid_minor = withdrawals.day.paid_minor + excluded.paid_minor;
  return null;
end $$;

create or replace trigger withdrawal_counts after update of state, amount_minor on withdrawals.withdrawal
  for each row when (old.state = 'paid' or new.state = 'paid') execute function withdrawals.counts();

create or replace trigger withdrawal_counts_new after insert on withdrawals.withdrawal
  for each row when (new.state = 'paid') execute function withdrawals.counts();
