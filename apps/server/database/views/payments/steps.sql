-- States of service payments with their times.
create view payments.steps as select payment_id, at, state from payments.service_payment_step;
