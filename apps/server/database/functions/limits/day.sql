-- Day in the market of a currency; both markets have one UTC offset all year.
create or replace function limits.day(p_currency text, p_at timestamptz) returns date language sql immutable parallel safe as $$
  select ((p_at at time zone 'UTC') + case p_currency when 'INR' then interval '330 minutes' else interval '120 minutes' end)::date
$$;
