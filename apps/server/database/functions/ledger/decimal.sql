-- An amount in major units: both currencies have a hundred minor units.
create or replace function ledger.decimal(minor numeric) returns numeric language sql immutable parallel safe as $$
  select round(minor / 100, 2)
$$;
