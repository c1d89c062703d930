-- Index of a player's account in the arrays of balances; 0 for a house account.
create or replace function ledger.place(account text) returns integer language sql immutable parallel safe as $$
  select case account when 'cash' then 1 when 'bonus' then 2 when 'hold' then 3 when 'in_play' then 4 else 0 end
$$;
