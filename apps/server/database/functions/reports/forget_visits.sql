-- Deletes visits from before an instant and of the rest of its day; the hourly sums include them.
create or replace function reports.forget_visits(p_before timestamptz, p_markets text[], p_currencies text[], p_zones text[]) returns void language plpgsql as $$
declare
  cut record;
begin
  -- On most days there is nothing to delete, and no need to wait for the roll-up's lock in a busy hour.
  if not exists (select from reports.cashier_visit where half_hour < p_before) then return; end if;
  -- One server at a time, so that a day is added once.
  perform from reports.rollup for update;
  for cut in select market, zone, (p_before at time zone zone)::date + 1 as day from unnest(p_markets, p_zones) as cut (market, zone) loop
    perform reports.sum_visits(cut.market, cut.zone, cut.day);
    delete from reports.cashier_visit where market = cut.market and at < cut.day::timestamp at time zone cut.zone;
    update reports.visit_mark set whole_from = greatest(whole_from, cut.day) where market = cut.market;
  end loop;
end $$;
