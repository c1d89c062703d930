-- Daily sums between two ledger accounts, without test players, in minor units: everything else is derived from them.
create view reports.movements as
  select market, day, currency, reason, debit, credit, transfers, amount_minor from reports.day_movement where not is_test;
