-- Balances of house accounts, credits minus debits: rolled-up sums plus later movements.
create view ledger.house_accounts as
  select account, currency, sum(net) as net_minor
  from (
    select account, currency, credit_minor - debit_minor as net from ledger.house_balance
    union all
    select side.account, transfer.currency, side.net
    from ledger.transfer transfer
    cross join lateral (values (transfer.debit, -transfer.amount_minor, transfer.debit_after),
                               (transfer.credit, transfer.amount_minor, transfer.credit_after)) as side (account, net, after)
    where side.after is null and transfer.written_by >= (select up_to from ledger.rollup)
  ) as moved
  group by account, currency;
