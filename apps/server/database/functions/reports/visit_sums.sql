-- Cashier visits of a market by day, hour, step and method, with the seconds of each step: from the list of methods to
-- the choice, and from the choice to the report of the payment, which counts at the hour of the choice.
create or replace function reports.visit_sums(p_market text, p_zone text, p_from timestamptz, p_until timestamptz)
returns table (day date, hour smallint, is_test boolean, step text, method text, visits bigint, seconds integer[]) language sql stable as $$
  with visit as (
    select visit.*, player.is_test, visit.at at time zone p_zone as local,
      (select opened.at from reports.cashier_visit opened
       where visit.step = 'chose' and opened.player_id = visit.player_id and opened.half_hour = visit.half_hour and opened.step = 'opened' and opened.at < visit.at
      ) as opened_at
    from reports.cashier_visit visit join accounts.player_card player on player.id = visit.player_id
    where visit.market = p_market and visit.at >= p_from and visit.at < p_until
  )
  select local::date, extract(hour from local)::smallint, is_test, step, method, count(*),
    coalesce(array_agg(extract(epoch from at - opened_at)::integer) filter (where opened_at is not null), '{}')
  from visit group by 1, 2, 3, 4, 5
  union all
  select (chosen.at at time zone p_zone)::date, extract(hour from chosen.at at time zone p_zone)::smallint, false, 'submitted', payment.method, 0,
    array_agg(extract(epoch from payment.submitted_at - chosen.at)::integer)
  from reports.payment_time payment
  cross join lateral (
    select chose.at from reports.cashier_visit chose
    where chose.player_id = payment.player_id and chose.step = 'chose' and chose.method = payment.method
      and chose.at <= payment.submitted_at and chose.at > payment.submitted_at - interval '2 hours'
    order by chose.at desc limit 1
  ) chosen
  where payment.market = p_market and payment.submitted_at >= p_from and payment.submitted_at < p_until + interval '2 hours'
    and chosen.at >= p_from and chosen.at < p_until
  group by 1, 2, 3, 4, 5
$$;
