-- States of withdrawals with their times.
create view withdrawals.steps as select withdrawal_id, at, state from withdrawals.step;
