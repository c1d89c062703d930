-- Risk flags of deposits.
create view deposits.warnings as select deposit_id, code, other_id, params from deposits.warning;
