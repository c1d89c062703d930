-- Adds (`p_sign` 1) or subtracts (-1) one player in the sums of cohorts and active players, with the given test mark.
create or replace function reports.add_player(p_player text, p_is_test boolean, p_sign integer) returns void language plpgsql as $$
begin
  insert into reports.cohort_day as known (market, first_day, is_test, day, debit, credit, transfers, amount_minor)
  select first.market, first.day, p_is_test, moved.day, moved.debit, moved.credit, p_sign * moved.transfers, p_sign * moved.amount_minor
  from reports.first_deposit first join reports.player_movement moved on moved.player_id = first.player_id and moved.day >= first.day and moved.day < first.day + 180
  where first.player_id = p_player
  on conflict (market, first_day, is_test, day, debit, credit) do update
  set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor;
  insert into reports.cohort_month as known (market, first_month, is_test, day, days, debit, credit, transfers, amount_minor)
  select first.market, date_trunc('month', first.day::timestamp)::date, p_is_test, moved.day, reports.days_since(first.day, moved.day), moved.debit, moved.credit,
    p_sign * moved.transfers, p_sign * moved.amount_minor
  from reports.first_deposit first join reports.player_movement moved on moved.player_id = first.player_id and moved.day >= first.day and moved.day < first.day + 180
  where first.player_id = p_player
  on conflict (market, first_month, is_test, day, days, debit, credit) do update
  set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor;
  insert into reports.cohort_vintage as known (market, first_day, is_test, month, debit, credit, transfers, amount_minor)
  select first.market, first.day, p_is_test, date_trunc('month', moved.day::timestamp)::date, moved.debit, moved.credit, p_sign * sum(moved.transfers), p_sign * sum(moved.amount_minor)
  from reports.first_deposit first join reports.player_movement moved on moved.player_id = first.player_id and moved.day >= first.day
  where first.player_id = p_player group by 1, 2, 4, 5, 6
  on conflict (market, first_day, is_test, month, debit, credit) do update
  set transfers = known.transfers + excluded.transfers, amount_minor = known.amount_minor + excluded.amount_minor;
  insert into reports.cohort_return as known (market, first_day, is_test, days, players)
  select market, day, p_is_test, 0, p_sign from reports.first_deposit where player_id = p_player
  union all
  select first.market, first.day, p_is_test, played.day - first.day, p_sign
  from reports.first_deposit first join reports.player_day played on played.player_id = first.player_id and played.stakes > 0 and played.day - first.day in (1, 7, 30)
  where first.player_id = p_player
  on conflict (market, first_day, is_test, days) do update set players = known.players + excluded.players;
  insert into reports.active_day as known (market, day, previous_day, is_test, players)
  select market, day, coalesce(lag(day) over (order by day), '-infinity'), p_is_test, p_sign from reports.player_day where player_id = p_player and stakes > 0
  on conflict (market, day, is_test, previous_day) do update set players = known.players + excluded.players;
end $$;
