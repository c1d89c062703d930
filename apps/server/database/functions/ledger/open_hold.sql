-- Records the amount that a posting with the same key moved from a player's cash to their hold account.
create or replace function ledger.open_hold(p_key text) returns void language plpgsql
security definer set search_path = ledger, pg_temp as $$
begin
  insert into ledger.hold (key, player_id, currency, amount_minor, held_at)
  select posting.key, posting.player_id, posting.currency, transfer.amount_minor, posting.happened_at
  from ledger.posting posting join ledger.transfer transfer on transfer.posting_id = posting.id
  where posting.key = p_key and transfer.debit = 'cash' and transfer.credit = 'hold';
  if not found then raise exception 'no posting % moved money into a hold', p_key; end if;
end $$;
