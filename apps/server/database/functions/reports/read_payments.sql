-- Writes the current steps of some payments, except those of test players.
create or replace function reports.read_payments(p_ids text[], p_markets text[], p_zones text[]) returns void language sql as $$
  insert into reports.payment_time as known (id, player_id, market, method, day, hour, submitted_at, approved_at, credited_at)
  select payment.id, payment.player_id, payment.market, payment.method, (payment.submitted_at at time zone cut.zone)::date,
    extract(hour from payment.submitted_at at time zone cut.zone)::smallint, payment.submitted_at, payment.approved_at, payment.credited_at
  from reports.payment_steps payment join unnest(p_markets, p_zones) as cut (market, zone) on cut.market = payment.market
  where payment.id = any (p_ids)
  on conflict (id) do update set approved_at = excluded.approved_at, credited_at = excluded.credited_at
$$;
