-- States that a payment by a service took, each with its time.
create view payments.steps as select payment_id, at, state from payments.service_payment_step;
