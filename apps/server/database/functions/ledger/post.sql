-- One posting: all of its lines or none. Returns `ok` or the refusal, in this order of precedence: amount_invalid,
-- key_reused, reference_credited, account_missing, currency_mismatch, account_closed, account_frozen,
-- insufficient_funds, balance_limit. Nothing is written before everything has been checked, so a refusal leaves no
-- trace and needs no savepoint.
create or replace function ledger.post(
  p_key text, p_hash bytea, p_reason text, p_reference text, p_happened_at timestamptz,
  p_player text, p_currency text, p_debits text[], p_credits text[], p_amounts bigint[],
  out outcome text, out posting bigint, out replayed boolean, out after bigint[]
) language plpgsql
security definer set search_path = ledger, pg_temp as $$
declare
  wallet ledger.wallet;
  earlier ledger.posting;
  lines integer := coalesce(array_length(p_amounts, 1), 0);
  debit_after bigint[] := '{}';
  credit_after bigint[] := '{}';
  debit_place integer;
  credit_place integer;
begin
  replayed := false;
  if lines = 0 then outcome := 'amount_invalid'; return; end if;
  for line in 1..lines loop
    if p_amounts[line] is null or p_amounts[line] <= 0 then outcome := 'amount_invalid'; return; end if;
  end loop;

  -- Lock before checking the key: two attempts with one key by one player are then serialised.
  if p_player is not null then
    select * into wallet from ledger.wallet where player_id = p_player for update;
  end if;
  select * into earlier from ledger.posting where key = p_key;
  if found then
    if earlier.content_hash <> p_hash then outcome := 'key_reused'; return; end if;
    outcome := 'ok'; posting := earlier.id; replayed := true;
    after := array[earlier.cash_after, earlier.bonus_after, earlier.hold_after, earlier.in_play_after];
    return;
  end if;
  if p_reference is not null and exists (select from ledger.posting where reference = p_reference) then
    outcome := 'reference_credited'; return;
  end if;

  if p_player is not null then
    if wallet.player_id is null then outcome := 'account_missing'; return; end if;
    if wallet.currency <> p_currency then outcome := 'currency_mismatch'; return; end if;
    if wallet.closed_at is not null then outcome := 'account_closed'; return; end if;
    -- Frozen money cannot be moved out; incoming money and open rounds are still processed. A win held for a check
    -- remains the player's and unusable, so a frozen wallet accepts it too.
    if wallet.frozen_at is not null and p_reason <> 'win-hold' then
      for line in 1..lines loop
        if ledger.place(p_debits[line]) in (1, 2) then outcome := 'account_frozen'; return; end if;
      end loop;
    end if;
    after := array[wallet.cash_minor, wallet.bonus_minor, wallet.hold_minor, wallet.in_play_minor];
  end if;
  for line in 1..lines loop
    debit_place := ledger.place(p_debits[line]);
    credit_place := ledger.place(p_credits[line]);
    if (debit_place > 0 or credit_place > 0) and p_player is null then outcome := 'account_missing'; return; end if;
    if debit_place > 0 then
      if after[debit_place] < p_amounts[line] then outcome := 'insufficient_funds'; return; end if;
      after[debit_place] := after[debit_place] - p_amounts[line];
    end if;
    debit_after := debit_after || case when debit_place > 0 then after[debit_place] end;
    if credit_place > 0 then
      if after[credit_place] > wallet.limit_minor - p_amounts[line] then outcome := 'balance_limit'; return; end if;
      after[credit_place] := after[credit_place] + p_amounts[line];
    end if;
    credit_after := credit_after || case when credit_place > 0 then after[credit_place] end;
  end loop;

  insert into ledger.posting (key, content_hash, reason, reference, player_id, currency, happened_at,
                              cash_after, bonus_after, hold_after, in_play_after)
  values (p_key, p_hash, p_reason, p_reference, p_player, p_currency, p_happened_at, after[1], after[2], after[3], after[4])
  on conflict do nothing
  returning id into posting;
  if posting is null then
    -- Another transaction committed this key or reference while this one waited.
    select * into earlier from ledger.posting where key = p_key;
    if not found then outcome := 'reference_credited'; return; end if;
    if earlier.content_hash <> p_hash then outcome := 'key_reused'; return; end if;
    outcome := 'ok'; posting := earlier.id; replayed := true;
    after := array[earlier.cash_after, earlier.bonus_after, earlier.hold_after, earlier.in_play_after];
    return;
  end if;
  insert into ledger.transfer (posting_id, line, player_id, debit, credit, currency, amount_minor, debit_after, credit_after)
  select posting, line, p_player, p_debits[line], p_credits[line], p_currency, p_amounts[line], debit_after[line], credit_after[line]
  from generate_series(1, lines) as line;
  if p_player is not null then
    update ledger.wallet
    set cash_minor = after[1], bonus_minor = after[2], hold_minor = after[3], in_play_minor = after[4]
    where player_id = p_player;
  end if;
  outcome := 'ok';
end $$;
