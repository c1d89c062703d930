-- Applies calls about many players in one round trip, each with its own answer. Plain bets, the majority, are accepted
-- by four statements, however many there are, even for a single bet: lock, look up, post and write. The caller passes
-- as `p_bet_…` the bets whose players and transactions nothing else in the group concerns, and everything else as
-- `p_rest`, in order. A bet with any objection is left to `gateway.apply`, which decides it alone and names the
-- refusal. So are the wins of free rounds.
--
-- A group never waits for a player whose wallet another transaction has locked: it skips that player's calls, answers
-- `wallet_busy` for them, and the server tries them again alone.
--
-- Money goes through the ledger's `post_bets` and `post_ends`, each one call for all bets or wins of the group. They
-- get the caller's own arrays with the indexes to post, because converting between arrays and rows costs a single bet
-- as much as the posting.
create or replace function gateway.apply_group(
  p_now timestamptz, p_players text[],
  p_bet_providers text[], p_bet_txs text[], p_bet_players text[], p_bet_sessions text[], p_bet_rounds text[], p_bet_games text[],
  p_bet_currencies text[], p_bet_amounts bigint[], p_bet_hashes bytea[], p_bet_rows text[],
  p_rest jsonb
) returns table (place integer, code text, posting bigint, balance bigint, cash_after bigint[], moved boolean) language plpgsql
-- Every look-up here uses a key, even while the tables are new and the planner has no statistics.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  item jsonb;
  bets constant integer := cardinality(p_bet_txs);
  few constant integer := 3;
  accepted_bets integer := 0;
  together integer[] := '{}';
  busy text[] := '{}';
  -- Of the bets without objections at the gateway, in one order: indexes, posting keys, whether each begins a round,
  -- and the day on which the round began.
  numbers integer[];
  keys text[];
  firsts boolean[];
  days date[];
  stakes record;
begin
  -- A wallet locked by another transaction is skipped, so that only its player's calls wait. The following look-ups see
  -- earlier calls, because each statement sees everything committed before it began.
  busy := ledger.lock_free_players(p_players);
  -- A look-up with `offset 0` stays one per bet by key, whatever the planner's estimates. The player's rounds change
  -- only under the lock, so whether the bet begins one is known in advance, which costs less than a conflict.
  select array_agg(number), array_agg('game:' || p_bet_providers[number] || ':' || p_bet_txs[number]), array_agg(before.round_id is null),
    array_agg((coalesce(before.started_at, p_now) at time zone 'UTC')::date)
  into numbers, keys, firsts, days
  from generate_series(1, bets) as number
  left join gateway.game_round before
    on before.player_id = p_bet_players[number] and before.provider_code = p_bet_providers[number] and before.round_id = p_bet_rounds[number]
  where p_bet_players[number] <> all (busy) and before.ended is not true and before.grant_id is null
    and not exists (select from gateway.game_transaction earlier where earlier.provider_code = p_bet_providers[number] and earlier.tx_id = p_bet_txs[number] offset 0)
    and not exists (select from gateway.game_tombstone tombstone where tombstone.provider_code = p_bet_providers[number] and tombstone.tx_id = p_bet_txs[number] offset 0)
    and exists (select from gateway.game_session open where open.id = p_bet_sessions[number] and open.ended_at is null offset 0);

  if numbers is not null then
    stakes := ledger.post_bets(numbers, keys, p_bet_hashes, 'game-bet', p_now, p_bet_players, p_bet_currencies, p_bet_amounts);
    return query
      with eligible as materialized (
        select number, is_first, day, posting_id, cash, bonus, hold, in_play, p_bet_players[number] as player, p_bet_providers[number] as provider,
          p_bet_rounds[number] as round, p_bet_amounts[number] as amount
        from unnest(numbers, firsts, days, stakes.postings, stakes.cash, stakes.bonus, stakes.hold, stakes.in_play)
          as asked (number, is_first, day, posting_id, cash, bonus, hold, in_play)
        where posting_id is not null
      ), written as (
        insert into gateway.game_transaction (provider_code, tx_id, kind, player_id, round_id, game_id, currency, amount_minor, bet_state, posting_id, balance_minor, at)
        select provider, p_bet_txs[number], 'bet', player, round, p_bet_games[number], p_bet_currencies[number], amount, 'open', posting_id, cash, p_now
        from eligible
      ), round_opened as (
        insert into gateway.game_round (player_id, provider_code, round_id, game_id, currency, stake_minor, open_bets, balance_minor, id, started_at)
        select player, provider, round, p_bet_games[number], p_bet_currencies[number], amount, 1, cash, p_bet_rows[number], p_now
        from eligible where is_first
      ), round_raised as (
        update gateway.game_round known
        set stake_minor = known.stake_minor + eligible.amount, open_bets = known.open_bets + 1, balance_minor = eligible.cash, ended_at = null
        from eligible
        where not is_first and known.player_id = eligible.player and known.provider_code = eligible.provider and known.round_id = eligible.round
      ), day_totals as (
        insert into gateway.round_day as already (player_id, day_utc, staked_minor, won_minor)
        select player, day, amount, 0 from eligible
        on conflict (player_id, day_utc) do update set staked_minor = already.staked_minor + excluded.staked_minor
      )
      select number - 1, 'ok', posting_id, cash, array[cash, bonus, hold, in_play], true from eligible;
    get diagnostics accepted_bets = row_count;
  end if;

  -- A bet with an objection has no transaction of ours.
  if accepted_bets < bets then
    for place in
      select number - 1 from unnest(p_bet_providers, p_bet_txs) with ordinality as asked (provider, tx, number)
      where not exists (
        select from gateway.game_transaction own where own.provider_code = provider and own.tx_id = tx and own.xmin = pg_current_xact_id()::xid)
      order by number
    loop
      if p_bet_players[place + 1] = any (busy) then
        code := 'wallet_busy'; posting := null; balance := null; cash_after := null; moved := false;
        return next;
        continue;
      end if;
      select applied.code, applied.posting, applied.balance, applied.cash_after, applied.moved
      into code, posting, balance, cash_after, moved
      from gateway.apply(
        'bet', p_bet_providers[place + 1], p_bet_txs[place + 1], null, p_bet_players[place + 1], p_bet_sessions[place + 1],
        p_bet_rounds[place + 1], p_bet_games[place + 1], p_bet_currencies[place + 1], p_bet_amounts[place + 1], 0,
        p_bet_hashes[place + 1], p_bet_rows[place + 1], p_now) as applied;
      return next;
    end loop;
  end if;
  if p_rest is null then return; end if;

  -- Plain wins are grouped too: new ones of an open bet of the same player and round, of players named once. A few are
  -- decided one by one faster than the statement for many starts.
  if jsonb_array_length(p_rest) > few and p_rest @> '[{"kind": "win"}]' then
    code := 'ok';
    moved := true;
    for place, posting, cash_after in
      with asked as materialized (
        select asked.*, count(*) over (partition by asked.player) as of_player, count(*) over (partition by asked.provider, asked.tx) as of_tx
        from rows from (jsonb_to_recordset(p_rest) as (
          kind text, provider text, tx text, ref text, player text, round text, game text, currency text, amount bigint, win bigint, hash text
          )) with ordinality as asked (
          kind, provider, tx, ref, player, round, game, currency, amount, win, hash, number)
      ), plain as materialized (
        select asked.*, bet.amount_minor as stake, bet.game_id as bet_game, row_number() over (order by number) as rank
        from asked
        join gateway.game_transaction bet on bet.provider_code = provider and bet.tx_id = ref
        where asked.kind = 'win' and asked.player <> all (busy) and of_player = 1 and of_tx = 1 and bet.kind = 'bet' and bet.bet_state = 'open'
          and bet.grant_id is null
          and bet.player_id = asked.player and bet.round_id = asked.round
          and not exists (select from gateway.game_transaction earlier where earlier.provider_code = provider and earlier.tx_id = tx)
      ), posted as materialized (
        select * from ledger.post_ends(
          array(select 'game:' || provider || ':' || tx from plain order by rank), array(select decode(hash, 'hex') from plain order by rank),
          'game-win', p_now, array(select player from plain order by rank), array(select currency from plain order by rank),
          array(select 'gaming_result:' || provider from plain order by rank), array(select stake from plain order by rank),
          array(select amount from plain order by rank))
      ), paid as materialized (
        select plain.*, posted.posting as posting_id, posted.after from plain join posted on posted.place = plain.rank
      ), written as (
        insert into gateway.game_transaction (provider_code, tx_id, kind, player_id, round_id, game_id, ref_tx_id, currency, amount_minor, win_minor, posting_id,
                                      balance_minor, at)
        select provider, tx, 'win', player, round, coalesce(game, bet_game), ref, currency, amount, win, posting_id, after[1], p_now
        from paid order by number
      ), settled as (
        update gateway.game_transaction bet set bet_state = 'settled' from paid where bet.provider_code = provider and bet.tx_id = ref
      ), rounds as (
        update gateway.game_round
        set payout_minor = payout_minor + paid.amount, open_bets = open_bets - 1, balance_minor = paid.after[1],
            ended_at = case when open_bets = 1 then p_now end
        from paid
        where game_round.player_id = paid.player and game_round.provider_code = paid.provider and game_round.round_id = paid.round
        returning game_round.player_id, (started_at at time zone 'UTC')::date as day, paid.amount
      ), day_totals as (
        insert into gateway.round_day as already (player_id, day_utc, staked_minor, won_minor)
        select player_id, day, 0, amount from rounds where amount > 0
        on conflict (player_id, day_utc) do update set won_minor = already.won_minor + excluded.won_minor
      )
      select bets + number - 1, posting_id, after from paid
    loop
      balance := cash_after[1];
      together := together || place;
      return next;
    end loop;
  end if;
  for item, place in
    select value, bets + number - 1 from jsonb_array_elements(p_rest) with ordinality as rest (value, number)
    where bets + number - 1 <> all (together) order by number
  loop
    if item ->> 'player' = any (busy) then
      code := 'wallet_busy'; posting := null; balance := null; cash_after := null; moved := false;
      return next;
      continue;
    end if;
    select applied.code, applied.posting, applied.balance, applied.cash_after, applied.moved
    into code, posting, balance, cash_after, moved
    from gateway.apply(
      item ->> 'kind', item ->> 'provider', item ->> 'tx', item ->> 'ref', item ->> 'player', item ->> 'session', item ->> 'round', item ->> 'game',
      item ->> 'currency', (item ->> 'amount')::bigint, (item ->> 'win')::bigint, decode(item ->> 'hash', 'hex'), item ->> 'row', p_now, item ->> 'grant'
    ) as applied;
    return next;
  end loop;
end $$;
