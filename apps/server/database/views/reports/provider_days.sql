-- Turnover and wins of each provider by day, without test players, in minor units.
create view reports.provider_days as
  select market, day, currency,
    split_part(case when credit like 'gaming\_result:%' then credit else debit end, ':', 2) as provider,
    coalesce(sum(amount_minor) filter (where debit in ('cash', 'in_play')), 0) as turnover_minor,
    coalesce(sum(amount_minor) filter (where credit = 'cash'), 0) - coalesce(sum(amount_minor) filter (where debit = 'hold'), 0) as wins_minor
  from reports.day_movement
  where not is_test and ((debit in ('cash', 'in_play', 'hold') and credit like 'gaming\_result:%') or (debit like 'gaming\_result:%' and credit = 'cash'))
  group by market, day, currency, provider;
