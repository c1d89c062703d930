-- Money of each day of a market, without test players, in minor units; `figures.ts` has the same definitions for the
-- console.
create view reports.days as
  select market, day, currency,
    coalesce(sum(amount_minor) filter (where reports.is_paid_in(debit) and credit = 'cash'), 0)
      - coalesce(sum(amount_minor) filter (where debit in ('cash', 'player_debt') and reports.is_paid_in(credit)), 0) as deposits_minor,
    coalesce(sum(amount_minor) filter (where debit = 'hold' and credit = 'payout_transit'), 0)
      - coalesce(sum(amount_minor) filter (where debit in ('payout_transit', 'returned') and credit = 'cash'), 0) as withdrawals_minor,
    coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play') and credit like 'gaming\_result:%'), 0) as turnover_minor,
    coalesce(sum(amount_minor) filter (where debit like 'gaming\_result:%' and credit = 'cash'), 0)
      - coalesce(sum(amount_minor) filter (where debit = 'hold' and credit like 'gaming\_result:%'), 0) as wins_minor,
    coalesce(sum(amount_minor) filter (where split_part(debit, ':', 1) = 'bonus_cost' and credit in ('bonus', 'cash')), 0)
      - coalesce(sum(amount_minor) filter (where debit in ('bonus', 'cash', 'hold') and split_part(credit, ':', 1) = 'bonus_cost'), 0) as bonus_cost_minor
  from reports.day_movement where not is_test group by market, day, currency;
