-- Sums between two accounts of the ledger by day, without test players, in minor units: everything else is made of them.
create view reports.movements as
  select market, day, currency, reason, debit, credit, transfers, amount_minor from reports.day_movement where not is_test;
