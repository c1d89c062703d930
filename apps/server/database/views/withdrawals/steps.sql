-- States that a withdrawal took, each with its time.
create view withdrawals.steps as select withdrawal_id, at, state from withdrawals.step;
