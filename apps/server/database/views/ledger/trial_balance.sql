-- For people: all house accounts, and the players' by kind, each on its own side. Debits and credits of a currency are
-- equal.
create view ledger.trial_balance as
  select account, currency, ledger.decimal(case when net < 0 or net = 0 and ledger.grows_on(account) = 'debit' then -net end) as debit,
    ledger.decimal(case when net > 0 or net = 0 and ledger.grows_on(account) = 'credit' then net end) as credit
  from (
    select account, currency, net_minor as net from ledger.house_accounts
    union all
    select 'players ' || account, currency, sum(minor)
    from (
      select kinds.account, currency::text, kinds.minor
      from ledger.wallet
      cross join lateral (values ('cash', cash_minor), ('bonus', bonus_minor), ('hold', hold_minor), ('in_play', in_play_minor)) as kinds (account, minor)
    ) as of_players
    group by account, currency
  ) as balances;
