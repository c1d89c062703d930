-- Moves all sums of a player to the test players, or back. The caller has changed the player's row in the same
-- transaction.
create or replace function reports.set_test_player(
  p_player text, p_is_test boolean, p_markets text[], p_currencies text[], p_zones text[]
) returns void language plpgsql as $$
declare
  mark bigint;
  summed record;
begin
  select up_to into mark from reports.rollup for update;
  perform reports.add_movements(0, mark, p_player, not p_is_test, -1, p_markets, p_currencies, p_zones);
  perform reports.add_movements(0, mark, p_player, p_is_test, 1, p_markets, p_currencies, p_zones);
  delete from reports.day_movement where transfers = 0;
  delete from reports.quarter_movement where transfers = 0;
  delete from reports.game_day where transfers = 0;
  delete from reports.payment_hour where transfers = 0;
  perform reports.add_player(p_player, not p_is_test, -1);
  perform reports.add_player(p_player, p_is_test, 1);
  delete from reports.cohort_day where transfers = 0;
  delete from reports.cohort_month where transfers = 0;
  delete from reports.cohort_vintage where transfers = 0;
  delete from reports.cohort_return where players = 0;
  delete from reports.active_day where players = 0;
  update reports.player_movement set is_test = p_is_test where player_id = p_player;
  update reports.player_day set is_test = p_is_test where player_id = p_player;
  update reports.first_deposit set is_test = p_is_test where player_id = p_player;
  update reports.player_quarter set is_test = p_is_test where player_id = p_player;
  update reports.player_month set is_test = p_is_test where player_id = p_player;
  -- Steps of payments exclude test players.
  delete from reports.payment_time where player_id = p_player;
  perform reports.read_payments(
    array(select id from deposits.deposits where player_id = p_player union all select id from payments.service_payments where player_id = p_player),
    p_markets, p_zones
  );
  -- Summed visits are summed again, as long as their rows exist.
  for summed in
    select distinct cut.market, cut.zone, (visit.at at time zone cut.zone)::date as day
    from reports.cashier_visit visit join unnest(p_markets, p_zones) as cut (market, zone) on cut.market = visit.market
    join reports.visit_mark mark on mark.market = visit.market
    where visit.player_id = p_player and (visit.at at time zone cut.zone)::date >= mark.whole_from and (visit.at at time zone cut.zone)::date < mark.before
  loop
    delete from reports.visit_hour where market = summed.market and day = summed.day;
    insert into reports.visit_hour (market, day, hour, is_test, step, method, visits, seconds)
    select summed.market, sums.day, sums.hour, sums.is_test, sums.step, sums.method, sums.visits, sums.seconds
    from reports.visit_sums(summed.market, summed.zone, summed.day::timestamp at time zone summed.zone, (summed.day + 1)::timestamp at time zone summed.zone) sums;
  end loop;
end $$;
