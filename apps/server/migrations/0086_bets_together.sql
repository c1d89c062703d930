-- A transaction is looked up by its provider and id with every call. While the table is new and has no statistics, an index that
-- also begins with the provider is as good as the key to the planner, and then every call reads all of the provider's rows.
drop index game_transaction_round;
create index game_transaction_round on game_transaction (player_id, round_id, provider_code);

-- Calls about many players in one round trip, each with its own answer. Plain bets, which are most of what a betting window
-- brings, go together in one statement: new ones that nothing stands against, that no other call here is about, of players who are
-- named once and have set themselves no limits. Whatever is left, refusals and repeats among it, is decided one by one as before.
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
  if jsonb_array_length(p_items) > few then
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
