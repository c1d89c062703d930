-- Service payments and vouchers with their state: no PIN, no payment URL.
create view payments.service_payments as
  select id, player_id, service, currency, state, service_ref, requested_minor, confirmed_minor, credited_minor, posting_id, started_at, updated_at
  from payments.service_payment;
