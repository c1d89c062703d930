-- Adds what the house's accounts moved since the last time to their sums. Only transfers of transactions that are older than every
-- open one are taken, so none can slip in behind the mark. One that looked before another server's and got the lock after it sees an older
-- "every open one": the mark stays where it is then, since going back would add what lies between a second time.
create or replace function ledger.roll_up() returns void language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  since bigint;
  until bigint;
begin
  -- The mark is locked first, so that the numbers it is held against are newer.
  select up_to into since from ledger.rollup for update;
  -- A dump that was restored into another cluster brings a mark of transaction numbers that this cluster has not reached. The sums are added
  -- up again from the beginning then; the transfers are all there.
  if pg_snapshot_xmax(pg_current_snapshot())::text::bigint < since then
    delete from ledger.house_balance;
    since := 0;
  end if;
  until := greatest(since, pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
  insert into ledger.house_balance as known (account, currency, debit_minor, credit_minor)
  select side.account, transfer.currency, sum(side.debit), sum(side.credit)
  from ledger.transfer transfer
  cross join lateral (values (transfer.debit, transfer.amount_minor, 0::bigint, transfer.debit_after),
                             (transfer.credit, 0::bigint, transfer.amount_minor, transfer.credit_after)) as side (account, debit, credit, after)
  where side.after is null and transfer.written_by >= since and transfer.written_by < until
  group by side.account, transfer.currency
  on conflict (account, currency) do update
  set debit_minor = known.debit_minor + excluded.debit_minor, credit_minor = known.credit_minor + excluded.credit_minor;
  update ledger.rollup set up_to = until;
end $$;
