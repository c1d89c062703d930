-- The day that it is in the market of a currency; both markets keep one time all the year.
create or replace function limits.day(p_currency text, p_at timestamptz) returns date language sql immutable parallel safe as $$
  select ((p_at at time zone 'UTC') + case p_currency when 'INR' then interval '330 minutes' else interval '120 minutes' end)::date
$$;
