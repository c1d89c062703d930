-- Adds a market's visits before a day to the hourly sums. Their rows are kept until they are deleted.
create or replace function reports.sum_visits(p_market text, p_zone text, p_before date) returns void language plpgsql as $$
declare
  summed date := (select before from reports.visit_mark where market = p_market);
  -- Earlier versions summed rows when they were deleted, possibly only part of the last day.
  whole date := coalesce((select max(day) + 1 from reports.visit_hour where market = p_market), '-infinity');
begin
  if summed >= p_before then return; end if;
  insert into reports.visit_hour as known (market, day, hour, is_test, step, method, visits, seconds)
  select p_market, sums.day, sums.hour, sums.is_test, sums.step, sums.method, sums.visits, sums.seconds
  from reports.visit_sums(p_market, p_zone, coalesce(summed::timestamp at time zone p_zone, '-infinity'), p_before::timestamp at time zone p_zone) sums
  on conflict (market, day, hour, is_test, step, method) do update
  set visits = known.visits + excluded.visits, seconds = known.seconds || excluded.seconds;
  insert into reports.visit_mark (market, whole_from, before) values (p_market, whole, p_before)
  on conflict (market) do update set before = excluded.before;
end $$;
