-- States of deposits with their times.
create view deposits.steps as select deposit_id, at, state from deposits.step;
