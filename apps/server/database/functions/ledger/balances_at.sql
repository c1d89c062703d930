-- For people: the balance of each account at a time, excluding movements at that time: a player's four, or without a
-- player all of the house's. It adds up all entries until then.
create or replace function ledger.balances_at(p_at timestamptz, p_player text default null)
returns table (account text, currency text, balance numeric) language sql stable
security definer set search_path = ledger, pg_temp as $$
  select side.account, transfer.currency, ledger.decimal(sum(case when ledger.grows_on(side.account) = 'debit' then -side.net else side.net end))
  from ledger.transfer transfer
  join ledger.posting posting on posting.id = transfer.posting_id
  cross join lateral (values (transfer.debit, -transfer.amount_minor), (transfer.credit, transfer.amount_minor)) as side (account, net)
  where posting.happened_at < p_at
    and case when p_player is null then ledger.place(side.account) = 0 else transfer.player_id = p_player and ledger.place(side.account) > 0 end
  group by side.account, transfer.currency
  order by side.account, transfer.currency
$$;
