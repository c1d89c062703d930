-- Adds visits from before an instant to the sums without players, and removes their rows.
create or replace function reports.forget_visits(p_before timestamptz, p_markets text[], p_currencies text[], p_zones text[]) returns void language plpgsql as $$
begin
  -- On most days there is nothing to add, and no lock to wait for behind the sums of a busy hour.
  if not exists (select from reports.cashier_visit where half_hour < p_before) then return; end if;
  -- One server at a time: a row is added once.
  perform from reports.rollup for update;
  insert into reports.visit_hour as known (market, day, hour, is_test, step, method, visits, seconds)
  select cut.market, sums.day, sums.hour, sums.is_test, sums.step, sums.method, sums.visits, sums.seconds
  from unnest(p_markets, p_zones) as cut (market, zone)
  cross join lateral reports.visit_sums(cut.market, cut.zone, '-infinity', p_before) sums
  on conflict (market, day, hour, is_test, step, method) do update
  set visits = known.visits + excluded.visits, seconds = known.seconds || excluded.seconds;
  delete from reports.cashier_visit where at < p_before;
end $$;
