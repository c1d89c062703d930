-- Reasons to look twice at a deposit.
create view deposits.warnings as select deposit_id, code, other_id, params from deposits.warning;
