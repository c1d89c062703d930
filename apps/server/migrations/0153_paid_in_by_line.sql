-- A deposit that a bank line credits comes out of suspense: it is money that its player paid in like any other.
drop index ledger_transfer_paid_in;
create index ledger_transfer_paid_in on ledger_transfer (player_id, id)
  where credit = 'cash' and split_part(debit, ':', 1) in ('bank_detail', 'payment_service', 'voucher_issuer', 'suspense');
