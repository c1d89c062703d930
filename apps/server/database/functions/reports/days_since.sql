-- The smallest of 30, 60, 90 and 180 days after a first deposit that includes a day.
create or replace function reports.days_since(first_day date, day date) returns smallint language sql immutable parallel safe as $$
  select (case when day < first_day + 30 then 30 when day < first_day + 60 then 60 when day < first_day + 90 then 90 else 180 end)::smallint
$$;
