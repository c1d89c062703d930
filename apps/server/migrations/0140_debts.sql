-- What each player owes the house, kept with the postings that change it, so that it can be read and locked like a balance. A player who never
-- owed anything has no row: bets and wins do not touch this table.
create table ledger_debt (
  player_id  text   primary key,
  currency   text   not null,
  debt_minor bigint not null check (debt_minor >= 0)
);

insert into ledger_debt (player_id, currency, debt_minor)
select substr(account, length('player_debt:') + 1), currency, sum(net)
from (
  select account, currency, debit_minor - credit_minor as net from ledger_house_balance where account like 'player_debt:%'
  union all
  select side.account, currency, side.net
  from ledger_transfer
  cross join lateral (values (debit, amount_minor), (credit, -amount_minor)) as side (account, net)
  where side.account like 'player_debt:%' and written_by >= (select up_to from ledger_rollup)
) moved
group by account, currency;
