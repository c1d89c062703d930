-- Posts plain bets of many players in one statement: each moves a stake from cash into play. The caller has locked the
-- players, names each once, and has excluded objections at the gateway. `p_numbers` has the indexes of the players,
-- currencies and amounts that are bets, and `p_keys` their keys. Returns arrays in the order of the indexes, with null
-- for a bet that the wallet does not allow or that must check more than the wallet. An existing key raises an error,
-- which rolls back the caller's statement.
create or replace function ledger.post_bets(
  p_numbers integer[], p_keys text[], p_hashes bytea[], p_reason text, p_happened_at timestamptz, p_players text[], p_currencies text[], p_amounts bigint[],
  out postings bigint[], out cash bigint[], out bonus bigint[], out hold bigint[], out in_play bigint[]
) language plpgsql
security definer set search_path = ledger, pg_temp as $$
#variable_conflict use_column
begin
  if cardinality(p_numbers) > 1 and (select count(distinct p_players[number]) < count(*) from unnest(p_numbers) as number) then
    raise exception 'a player is named twice';
  end if;
  with asked as materialized (
    select number, key, case when p_amounts[number] > 0 and wallet.currency = p_currencies[number] and wallet.closed_at is null and wallet.frozen_at is null
        and wallet.restricted_until <= p_happened_at and wallet.cash_minor >= p_amounts[number]
        and wallet.in_play_minor <= wallet.limit_minor - p_amounts[number]
      then nextval('ledger.posting_id_seq') end as posting,
      wallet.cash_minor - p_amounts[number] as cash, wallet.bonus_minor as bonus, wallet.hold_minor as hold, wallet.in_play_minor + p_amounts[number] as in_play
    from unnest(p_numbers, p_keys) as wanted (number, key)
    left join ledger.wallet wallet on wallet.player_id = p_players[number]
  ), posted as (
    insert into ledger.posting (id, key, content_hash, reason, player_id, currency, happened_at, cash_after, bonus_after, hold_after, in_play_after)
    overriding system value
    select posting, key, p_hashes[number], p_reason, p_players[number], p_currencies[number], p_happened_at, cash, bonus, hold, in_play
    from asked where posting is not null
  ), transferred as (
    insert into ledger.transfer (posting_id, line, player_id, debit, credit, currency, amount_minor, debit_after, credit_after)
    select posting, 1, p_players[number], 'cash', 'in_play', p_currencies[number], p_amounts[number], cash, in_play from asked where posting is not null
  ), wallet_updated as (
    update ledger.wallet wallet set cash_minor = asked.cash, in_play_minor = asked.in_play from asked
    where posting is not null and wallet.player_id = p_players[number]
  )
  select array_agg(posting), array_agg(cash), array_agg(bonus), array_agg(hold), array_agg(in_play)
  into postings, cash, bonus, hold, in_play
  from asked;
end $$;
