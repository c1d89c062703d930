-- Adds new movements of house accounts to their sums. Only transfers of transactions older than every open one are
-- included, so that none is missed before the mark. A roll-up that took its snapshot before another server's and got
-- the lock after it has an older limit: then the mark stays, because moving it back would add the transfers in between
-- again.
create or replace function ledger.roll_up() returns void language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  since bigint;
  until bigint;
begin
  -- The mark is locked first, so that the transaction ids compared with it are newer.
  select up_to into since from ledger.rollup for update;
  -- After restoring a dump into another cluster the mark may be ahead of this cluster. Then add the sums up again from
  -- the beginning; all transfers are there.
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
