-- Postings of one line each, of players who are locked already and each of whom stands here once, in a handful of statements for
-- all of them. It answers those that could simply be posted; for every other one nothing was written, and `ledger_post` decides
-- it and names the refusal.
create function ledger_post_lines(
  p_keys text[], p_hashes bytea[], p_reason text, p_happened_at timestamptz, p_players text[], p_currencies text[],
  p_debit text, p_credit text, p_amounts bigint[]
) returns table (place integer, posting bigint, after bigint[]) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with asked as materialized (
    select asked.*, count(*) over (partition by asked.player) as of_player, count(*) over (partition by asked.key) as of_key
    from unnest(p_keys, p_hashes, p_players, p_currencies, p_amounts) with ordinality as asked (key, hash, player, currency, amount, place)
  ), able as materialized (
    select asked.*, next.after
    from asked
    join ledger_wallet wallet on wallet.player_id = asked.player
    cross join lateral (
      select array_agg(account.stands - case account.name when p_debit then asked.amount else 0 end
                                      + case account.name when p_credit then asked.amount else 0 end) as after
      from (values ('cash', wallet.cash_minor), ('bonus', wallet.bonus_minor),
                   ('hold', wallet.hold_minor), ('in_play', wallet.in_play_minor)) as account (name, stands)
    ) next
    where of_player = 1 and of_key = 1 and asked.amount > 0 and wallet.currency = asked.currency
      and wallet.closed_at is null and wallet.frozen_at is null
      and 0 <= all (next.after) and wallet.limit_minor >= all (next.after)
      and not exists (select from ledger_posting earlier where earlier.key = asked.key)
  ), posted as (
    insert into ledger_posting (key, content_hash, reason, player_id, currency, happened_at, cash_after, bonus_after, hold_after, in_play_after)
    select key, hash, p_reason, player, currency, p_happened_at, after[1], after[2], after[3], after[4] from able order by place
    on conflict do nothing
    returning id, key
  ), moved as materialized (
    select able.*, posted.id from able join posted on posted.key = able.key
  ), transferred as (
    insert into ledger_transfer (posting_id, line, player_id, debit, credit, currency, amount_minor, debit_after, credit_after)
    select id, 1, player, p_debit, p_credit, currency, amount, after[nullif(ledger_place(p_debit), 0)], after[nullif(ledger_place(p_credit), 0)]
    from moved order by place
  ), booked as (
    update ledger_wallet wallet
    set cash_minor = moved.after[1], bonus_minor = moved.after[2], hold_minor = moved.after[3], in_play_minor = moved.after[4]
    from moved where wallet.player_id = moved.player
  )
  select place::integer, id, after from moved;
end $$;
