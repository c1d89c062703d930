-- Side on which an account grows, `debit` or `credit`, as in `houseKinds` of wallet/accounts.ts; players' accounts grow
-- on the credit side.
create or replace function ledger.grows_on(account text) returns text language sql immutable parallel safe as $$
  select case when split_part(account, ':', 1) in ('bank_detail', 'payment_service', 'voucher_issuer', 'player_debt', 'debt_written_off', 'bonus_cost')
    then 'debit' else 'credit' end
$$;
