-- Withdrawals with their states: no payee, no note.
create view withdrawals.withdrawals as
  select id, player_id, currency, amount_minor, fee_minor, state, pay_code, payment_reference, payment_ref_norm, requested_at, sent_at, updated_at
  from withdrawals.withdrawal;
