-- A player can cancel a payment that was started at the page of a service and not finished there.
alter table payments.service_payment drop constraint service_payment_state_check;
alter table payments.service_payment add constraint service_payment_state_check check (state in
  ('redeeming', 'unknown', 'declined', 'initiating', 'pending', 'failed', 'rejected', 'expired', 'cancelled', 'succeeded', 'review', 'refused'));
