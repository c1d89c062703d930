-- An account's name in reports: all players' debts are one.
create or replace function reports.account_kind(account text) returns text language sql immutable parallel safe as $$
  select case when account like 'player_debt:%' then 'player_debt' else account end
$$;
