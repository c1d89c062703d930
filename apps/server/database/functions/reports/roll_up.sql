-- Adds new movements to the daily sums, in the time of their market. Like `ledger.roll_up`, it only includes transfers
-- of transactions older than every open one, so that none is missed before the mark. Movements without a player belong
-- to the market of their currency.
create or replace function reports.roll_up(p_markets text[], p_currencies text[], p_zones text[], p_now timestamptz) returns void language plpgsql as $$
declare
  since bigint;
  until bigint;
  added bigint;
begin
  -- The mark is locked first, so that the transaction ids compared with it are newer.
  select up_to into since from reports.rollup for update;
  -- After restoring a dump into another cluster the mark may be ahead of this cluster: add everything up again.
  if pg_snapshot_xmax(pg_current_snapshot())::text::bigint < since then
    delete from reports.day_movement;
    delete from reports.player_day;
    delete from reports.first_deposit;
    delete from reports.quarter_movement;
    delete from reports.player_movement;
    delete from reports.game_day;
    delete from reports.payment_hour;
    delete from reports.cohort_day;
    delete from reports.cohort_month;
    delete from reports.cohort_vintage;
    delete from reports.cohort_return;
    delete from reports.active_day;
    delete from reports.player_month;
    delete from reports.player_quarter;
    since := 0;
  end if;
  -- Quarters are kept for nine days: today, the same weekday last week, and a day for time zones.
  update reports.rollup set quarters_from = greatest(quarters_from, date_bin('15 minutes', p_now - interval '9 days', 'epoch'::timestamptz));
  delete from reports.quarter_movement where quarter < (select quarters_from from reports.rollup);
  until := greatest(since, pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
  added := reports.add_movements(since, until, null, false, 1, p_markets, p_currencies, p_zones);
  update reports.rollup set up_to = until, transfers = case when since = 0 then added else transfers + added end, rolled_at = p_now;
end $$;
