-- States that a deposit took, each with its time.
create view deposits.steps as select deposit_id, at, state from deposits.step;
