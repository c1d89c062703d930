-- A win is exactly the stake times the multiplier, rounded down to the smallest coin; of a free round no more than its most. All rows there are fit already,
-- since the stricter check held them.
alter table instant_rounds drop constraint instant_rounds_check;
alter table instant_rounds add constraint instant_rounds_payout_exact
  check (state not in ('settling', 'settled') or payout = least(stake * multiplier / 10000, most_payout)) not valid;
