-- Payments by a service or a voucher with where they stand: no PIN, no address to pay at.
create view payments.service_payments as
  select id, player_id, service, currency, state, service_ref, requested_minor, confirmed_minor, credited_minor, posting_id, started_at, updated_at
  from payments.service_payment;
