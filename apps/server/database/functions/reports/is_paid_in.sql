-- Source accounts of deposits.
create or replace function reports.is_paid_in(debit text) returns boolean language sql immutable parallel safe as $$
  select split_part(debit, ':', 1) = any (array['bank_detail', 'payment_service', 'voucher_issuer', 'suspense'])
$$;
