-- For people: each entry of an account from one time until before another, oldest first, with its balance. Pass the
-- player for a player's account; for a house account none, or a player for that player's part of it. It reads all
-- entries of the account.
create or replace function ledger.account_statement(
  p_account text, p_player text default null, p_from timestamptz default '-infinity', p_until timestamptz default 'infinity'
) returns table (entry bigint, at timestamptz, reason text, key text, against text, amount numeric, balance numeric, currency text) language sql stable
security definer set search_path = ledger, pg_temp as $$
  select entry, at, reason, key, against, ledger.decimal(minor), ledger.decimal(after), currency
  from (
    select side.*, sum(minor) over (partition by currency order by entry) as after
    from (
      select transfer.id as entry, posting.happened_at as at, posting.reason, posting.key, transfer.currency,
        case when transfer.debit = p_account then transfer.credit else transfer.debit end as against,
        case when (transfer.debit = p_account) = (ledger.grows_on(p_account) = 'debit') then transfer.amount_minor else -transfer.amount_minor end as minor
      from ledger.transfer transfer join ledger.posting posting on posting.id = transfer.posting_id
      where p_account in (transfer.debit, transfer.credit)
        and case when p_player is null then ledger.place(p_account) = 0 else transfer.player_id = p_player end
    ) as side
  ) as moved
  where at >= p_from and at < p_until
  order by entry
$$;
