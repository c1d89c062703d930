-- Ends of many players' bets in one statement: each takes its stake out of play, and pays where there is something to pay. Where a
-- posting would not go through, or is not the only one of its player or key, it is left out and nothing is said of it.
create function ledger_post_ends(
  p_keys text[], p_hashes bytea[], p_reason text, p_happened_at timestamptz, p_players text[], p_currencies text[],
  p_house text[], p_stakes bigint[], p_wins bigint[]
) returns table (place integer, posting bigint, after bigint[]) language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with asked as materialized (
    select asked.*, count(*) over (partition by asked.player) as of_player, count(*) over (partition by asked.key) as of_key
    from unnest(p_keys, p_hashes, p_players, p_currencies, p_house, p_stakes, p_wins) with ordinality
      as asked (key, hash, player, currency, house, stake, win, place)
  ), able as materialized (
    select asked.*,
      array[wallet.cash_minor + asked.win, wallet.bonus_minor, wallet.hold_minor, wallet.in_play_minor - asked.stake] as after
    from asked
    join ledger_wallet wallet on wallet.player_id = asked.player
    where of_player = 1 and of_key = 1 and asked.stake > 0 and asked.win >= 0 and wallet.currency = asked.currency
      and wallet.closed_at is null and wallet.frozen_at is null
      and wallet.in_play_minor >= asked.stake and wallet.cash_minor <= wallet.limit_minor - asked.win
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
    select id, 1, player, 'in_play', house, currency, stake, after[4], null from moved
    union all
    select id, 2, player, house, 'cash', currency, win, null, after[1] from moved where win > 0
    order by 1, 2
  ), booked as (
    update ledger_wallet wallet
    set cash_minor = moved.after[1], bonus_minor = moved.after[2], hold_minor = moved.after[3], in_play_minor = moved.after[4]
    from moved where wallet.player_id = moved.player
  )
  select place::integer, id, after from moved;
end $$;

-- As before, and plain wins go together as plain bets do: new ones of an open bet of the same player and round, of players who are
-- named once. Both settle what a shared round leaves behind, a hundred ends at a time.
drop function gateway_apply_group(jsonb);
create function gateway_apply_group(p_items jsonb)
returns table (place integer, code text, posting bigint, balance bigint, cash_after bigint[], moved boolean) language plpgsql
-- Every look-up here is one of a key, also while the tables are new and the planner knows nothing of them.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  item jsonb;
  together integer[] := '{}';
  few constant integer := 3;
begin
  perform ledger_lock_players(array(select distinct value ->> 'player' from jsonb_array_elements(p_items)));
  code := 'ok';
  moved := true;
  -- A few are decided one by one sooner than the statement for many is set up.
  if jsonb_array_length(p_items) > few and p_items @> '[{"kind": "win"}]' then
    for place, posting, cash_after in
      with asked as materialized (
        select asked.*, count(*) over (partition by asked.player) as of_player, count(*) over (partition by asked.provider, asked.tx) as of_tx
        from rows from (jsonb_to_recordset(p_items) as (
          kind text, provider text, tx text, ref text, player text, round text, game text, currency text, amount bigint, win bigint, hash text,
          now timestamptz)) with ordinality as asked (
          kind, provider, tx, ref, player, round, game, currency, amount, win, hash, at, number)
      ), plain as materialized (
        select asked.*, bet.amount_minor as stake, bet.game_id as bet_game, row_number() over (order by number) as rank
        from asked
        join game_transaction bet on bet.provider_code = provider and bet.tx_id = ref
        where asked.kind = 'win' and of_player = 1 and of_tx = 1 and bet.kind = 'bet' and bet.bet_state = 'open'
          and bet.player_id = asked.player and bet.round_id = asked.round
          and not exists (select from game_transaction earlier where earlier.provider_code = provider and earlier.tx_id = tx)
      ), posted as materialized (
        select * from ledger_post_ends(
          array(select 'game:' || provider || ':' || tx from plain order by rank), array(select decode(hash, 'hex') from plain order by rank),
          'game-win', (select min(at) from plain), array(select player from plain order by rank), array(select currency from plain order by rank),
          array(select 'gaming_result:' || provider from plain order by rank), array(select stake from plain order by rank),
          array(select amount from plain order by rank))
      ), taken as materialized (
        select plain.*, posted.posting as posting_id, posted.after from plain join posted on posted.place = plain.rank
      ), written as (
        insert into game_transaction (provider_code, tx_id, kind, player_id, round_id, game_id, ref_tx_id, currency, amount_minor, win_minor, posting_id,
                                      balance_minor, at)
        select provider, tx, 'win', player, round, coalesce(game, bet_game), ref, currency, amount, win, posting_id, after[1], at
        from taken order by number
      ), settled as (
        update game_transaction bet set bet_state = 'settled' from taken where bet.provider_code = provider and bet.tx_id = ref
      ), rounds as (
        update game_round
        set payout_minor = payout_minor + taken.amount, open_bets = open_bets - 1, balance_minor = taken.after[1],
            ended_at = case when open_bets = 1 then taken.at end
        from taken
        where game_round.player_id = taken.player and game_round.provider_code = taken.provider and game_round.round_id = taken.round
      )
      select number - 1, posting_id, after from taken
    loop
      balance := cash_after[1];
      together := together || place;
      return next;
    end loop;
  end if;
  if jsonb_array_length(p_items) > few and p_items @> '[{"kind": "bet"}]' then
    for place, posting, cash_after in
      with asked as materialized (
        select asked.*, count(*) over (partition by asked.player) as of_player, count(*) over (partition by asked.provider, asked.tx) as of_tx
        from rows from (jsonb_to_recordset(p_items) as (
          kind text, provider text, tx text, ref text, player text, session text, round text, game text, currency text, amount bigint, hash text,
          "row" text, now timestamptz)) with ordinality as asked (
          kind, provider, tx, ref, player, session, round, game, currency, amount, hash, row_id, at, number)
      ), plain as materialized (
        select asked.*, row_number() over (order by number) as rank
        from asked
        where kind = 'bet' and of_player = 1 and of_tx = 1 and tx <> all (array(select named.ref from asked named where named.ref is not null))
          and not exists (select from game_transaction earlier where earlier.provider_code = provider and earlier.tx_id = tx)
          and not exists (select from game_tombstone tombstone where tombstone.provider_code = provider and tombstone.tx_id = tx)
          and exists (select from game_session open where open.id = session and open.ended_at is null)
          and exists (select from player known where known.id = asked.player and known.active)
          and not exists (select from play_block block
                          where block.player_id = asked.player and block.from_at <= at and (block.until_at is null or block.until_at > at))
          and not exists (select from player_limit own where own.player_id = asked.player and own.kind in ('stake', 'loss'))
          and not exists (select from game_round before
                          where before.player_id = asked.player and before.provider_code = provider and before.round_id = round and before.ended)
      ), posted as materialized (
        select * from ledger_post_lines(
          array(select 'game:' || provider || ':' || tx from plain order by rank), array(select decode(hash, 'hex') from plain order by rank),
          'game-bet', (select min(at) from plain), array(select player from plain order by rank), array(select currency from plain order by rank),
          'cash', 'in_play', array(select amount from plain order by rank))
      ), taken as materialized (
        select plain.*, posted.posting as posting_id, posted.after from plain join posted on posted.place = plain.rank
      ), written as (
        insert into game_transaction (provider_code, tx_id, kind, player_id, round_id, game_id, currency, amount_minor, bet_state, posting_id, balance_minor, at)
        select provider, tx, 'bet', player, round, game, currency, amount, 'open', posting_id, after[1], at from taken order by number
      ), rounds as (
        insert into game_round (player_id, provider_code, round_id, game_id, currency, stake_minor, open_bets, balance_minor, id, started_at)
        select player, provider, round, game, currency, amount, 1, after[1], row_id, at from taken order by number
        on conflict (player_id, provider_code, round_id) do update
        set stake_minor = game_round.stake_minor + excluded.stake_minor, open_bets = game_round.open_bets + 1,
            balance_minor = excluded.balance_minor, ended_at = null
      )
      select number - 1, posting_id, after from taken
    loop
      balance := cash_after[1];
      together := together || place;
      return next;
    end loop;
  end if;

  for item, place in
    select value, number - 1 from jsonb_array_elements(p_items) with ordinality as rest (value, number)
    where number - 1 <> all (together) order by number
  loop
    select applied.code, applied.posting, applied.balance, applied.cash_after, applied.moved
    into code, posting, balance, cash_after, moved
    from gateway_apply(
      item ->> 'kind', item ->> 'provider', item ->> 'tx', item ->> 'ref', item ->> 'player', item ->> 'session', item ->> 'round', item ->> 'game',
      item ->> 'currency', (item ->> 'amount')::bigint, (item ->> 'win')::bigint, decode(item ->> 'hash', 'hex'), item ->> 'row', (item ->> 'now')::timestamptz
    ) as applied;
    return next;
  end loop;
end $$;
