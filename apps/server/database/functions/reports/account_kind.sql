-- An account as reports name it: all debts of players are one.
create or replace function reports.account_kind(account text) returns text language sql immutable parallel safe as $$
  select case when account like 'player_debt:%' then 'player_debt' else account end
$$;
