-- Sums the visits of days that ended a day ago: their last steps, such as a payment within two hours, are written by
-- then.
create or replace function reports.roll_up_visits(p_now timestamptz, p_markets text[], p_currencies text[], p_zones text[]) returns void language plpgsql as $$
declare
  cut record;
begin
  for cut in
    select due.market, due.zone, due.day from (
      select market, zone, ((p_now - interval '1 day 3 hours') at time zone zone)::date as day from unnest(p_markets, p_zones) as cut (market, zone)
    ) due
    left join reports.visit_mark mark on mark.market = due.market
    where mark.before is null or mark.before < due.day
  loop
    -- One server at a time, so that a day is added once.
    perform from reports.rollup for update;
    perform reports.sum_visits(cut.market, cut.zone, cut.day);
  end loop;
end $$;
