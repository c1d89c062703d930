-- Decides one call of a provider that may move money, in this order: an earlier decision, whether it is allowed, the
-- money, the records. Returns the Dhow protocol's code. `p_grant` names the grant of a bet staked by the house: its row
-- is locked after the player's wallet, so that each of its rounds is played once. A win with `p_grant` is the sum of free
-- rounds that the provider kept to itself: there were no bets.
create or replace function gateway.decide(
  p_kind text, p_provider text, p_tx text, p_ref text, p_player text, p_session text, p_round text, p_game text, p_currency text,
  p_amount bigint, p_win bigint, p_hash bytea, p_row_id text, p_now timestamptz, p_grant text,
  out code text, out posting bigint, out balance bigint, out cash_after bigint[], out moved boolean, out paid bigint
) language plpgsql as $$
declare
  earlier gateway.game_transaction;
  bet gateway.game_transaction;
  round gateway.game_round;
  wallet ledger.wallet;
  granted gateway.free_round_grant;
  free_stake constant text := 'free_stake:' || p_provider;
  free_cost constant text := 'bonus_cost:free_rounds';
  done record;
  debits text[] := '{}';
  credits text[] := '{}';
  amounts bigint[] := '{}';
  round_open bigint;
  returned boolean := false;
  staked bigint := 0;
  won bigint := 0;
  ref text := p_ref;
begin
  moved := false;
  -- Paid part of a win: all of it except in a free round, whose grant pays at most its largest win.
  paid := case p_kind when 'win' then p_amount when 'betwin' then p_win else 0 end;
  wallet := ledger.lock_wallet(p_player);
  balance := wallet.cash_minor;
  select * into earlier from gateway.game_transaction where provider_code = p_provider and tx_id = p_tx;
  if found then
    if earlier.kind <> p_kind or earlier.player_id <> p_player or earlier.round_id <> p_round or earlier.amount_minor <> p_amount
       or earlier.win_minor <> p_win or earlier.currency <> p_currency or earlier.ref_tx_id is distinct from p_ref
       or (p_game is not null and earlier.game_id <> p_game)
       or ((p_kind in ('bet', 'betwin') or p_grant is not null) and earlier.grant_id is distinct from p_grant) then
      code := 'duplicate_transaction'; return;
    end if;
    code := 'ok'; posting := earlier.posting_id; balance := earlier.balance_minor; return;
  end if;
  if wallet.player_id is null then code := 'bet_not_allowed'; return; end if;
  if wallet.currency <> p_currency then code := 'currency_mismatch'; return; end if;

  if p_kind in ('bet', 'betwin') then
    if exists (select from gateway.game_tombstone where provider_code = p_provider and tx_id = p_tx) then code := 'bet_rolled_back'; return; end if;
    if not exists (select from gateway.game_session where id = p_session and ended_at is null) then code := 'session_ended'; return; end if;
    if limits.player_may(p_player, 'bet', p_now) is not null then code := 'bet_not_allowed'; return; end if;
    if p_amount <= 0 then code := 'amount_invalid'; return; end if;
    if exists (select from gateway.game_round where player_id = p_player and provider_code = p_provider and round_id = p_round and (ended or grant_id is distinct from p_grant)) then
      code := 'round_ended'; return;
    end if;
    if p_grant is not null then
      select * into granted from gateway.free_round_grant
      where id = p_grant and player_id = p_player and provider_code = p_provider and game_id = p_game for update;
      if not found or granted.ended_at is not null or granted.expires_at <= p_now or granted.used >= granted.rounds
         or granted.won_minor >= granted.max_win_minor then
        code := 'free_rounds_over'; return;
      end if;
      if p_amount <> granted.stake_minor then code := 'amount_invalid'; return; end if;
      paid := least(paid, granted.max_win_minor - granted.won_minor);
      debits := array[free_cost]; credits := array[free_stake]; amounts := array[p_amount];
      if p_kind = 'betwin' then debits := debits || free_stake; credits := credits || free_cost; amounts := amounts || p_amount; end if;
      if paid > 0 then debits := debits || free_cost; credits := credits || 'cash'::text; amounts := amounts || paid; end if;
    elsif p_kind = 'bet' then
      debits := array['cash']; credits := array['in_play']; amounts := array[p_amount];
    else
      debits := array['cash']; credits := array['gaming_result:' || p_provider]; amounts := array[p_amount];
      if p_win > 0 then
        debits := debits || ('gaming_result:' || p_provider); credits := credits || 'cash'::text; amounts := amounts || p_win;
      end if;
    end if;

  elsif p_kind = 'win' and p_grant is not null then
    -- Taken like every win: also after the end of the grant or of the session, and of a barred player.
    select * into granted from gateway.free_round_grant
    where id = p_grant and player_id = p_player and provider_code = p_provider and game_id = p_game for update;
    if not found or exists (select from gateway.game_transaction where grant_id = p_grant and kind in ('bet', 'betwin')) then
      code := 'free_rounds_over'; return;
    end if;
    paid := least(p_amount, granted.max_win_minor - granted.won_minor);
    if paid > 0 then debits := array[free_cost]; credits := array['cash']; amounts := array[paid]; end if;

  elsif p_kind = 'win' then
    if ref is null then
      -- Some protocols name the won round instead of the bet: then use the round's oldest open one, else the last
      -- settled one.
      select tx_id into ref from gateway.game_transaction
      where provider_code = p_provider and round_id = p_round and player_id = p_player and kind = 'bet'
      order by array_position(array['open', 'settled', 'rolled_back'], bet_state), case bet_state when 'open' then at end, at desc, tx_id limit 1;
    end if;
    select * into bet from gateway.game_transaction where provider_code = p_provider and tx_id = ref and kind = 'bet' and player_id = p_player;
    if not found then code := 'bet_unknown'; return; end if;
    if bet.round_id <> p_round then code := 'bet_unknown'; return; end if;
    if bet.bet_state = 'rolled_back' then code := 'bet_rolled_back'; return; end if;
    if bet.grant_id is not null then
      select * into granted from gateway.free_round_grant where id = bet.grant_id for update;
      paid := least(paid, granted.max_win_minor - granted.won_minor);
    end if;
    if bet.bet_state = 'open' then
      debits := array[case when bet.grant_id is null then 'in_play' else free_stake end];
      credits := array[case when bet.grant_id is null then 'gaming_result:' || p_provider else free_cost end];
      amounts := array[bet.amount_minor];
    end if;
    if paid > 0 then
      debits := debits || case when bet.grant_id is null then 'gaming_result:' || p_provider else free_cost end;
      credits := credits || 'cash'::text; amounts := amounts || paid;
    end if;

  elsif p_kind = 'rollback' then
    select * into bet from gateway.game_transaction where provider_code = p_provider and tx_id = p_ref;
    if not found then
      insert into gateway.game_tombstone (provider_code, tx_id, at) values (p_provider, p_ref, p_now) on conflict do nothing;
    elsif bet.player_id <> p_player or bet.kind <> 'bet' then
      code := 'bet_unknown'; return;
    elsif bet.bet_state = 'settled' then
      code := 'round_ended'; return;
    elsif bet.bet_state = 'open' then
      debits := array[case when bet.grant_id is null then 'in_play' else free_stake end];
      credits := array[case when bet.grant_id is null then 'cash' else free_cost end];
      amounts := array[bet.amount_minor];
      returned := true;
    end if;

  elsif p_kind = 'end' then
    select coalesce(sum(amount_minor), 0), max(grant_id) into round_open, bet.grant_id from gateway.game_transaction
    where provider_code = p_provider and round_id = p_round and player_id = p_player and bet_state = 'open';
    if round_open > 0 then
      debits := array[case when bet.grant_id is null then 'in_play' else free_stake end];
      credits := array[case when bet.grant_id is null then 'gaming_result:' || p_provider else free_cost end];
      amounts := array[round_open];
    end if;
  else
    raise exception 'unknown kind %', p_kind;
  end if;

  if array_length(amounts, 1) is not null then
    select * into done from ledger.post(
      'game:' || p_provider || ':' || p_tx, p_hash, 'game-' || p_kind, null, p_now, p_player, p_currency, debits, credits, amounts);
    if done.outcome <> 'ok' then
      code := case done.outcome
        when 'insufficient_funds' then 'insufficient_funds'
        when 'balance_limit' then 'limit_reached'
        when 'currency_mismatch' then 'currency_mismatch'
        when 'key_reused' then 'duplicate_transaction'
        else 'bet_not_allowed' end;
      return;
    end if;
    posting := done.posting; balance := done.after[1]; cash_after := done.after; moved := true;
  end if;

  insert into gateway.game_transaction (provider_code, tx_id, kind, player_id, round_id, game_id, ref_tx_id, currency, amount_minor, win_minor, bet_state, posting_id, balance_minor, at,
    grant_id, capped_minor)
  values (p_provider, p_tx, p_kind, p_player, p_round, coalesce(p_game, bet.game_id, ''), p_ref, p_currency, p_amount, p_win,
          case when p_kind = 'bet' then 'open' end, posting, balance, p_now,
          coalesce(p_grant, bet.grant_id), case when granted.id is not null then nullif(case p_kind when 'win' then p_amount else p_win end - paid, 0) end);

  if p_kind in ('bet', 'betwin') then
    insert into gateway.game_round (player_id, provider_code, round_id, game_id, currency, stake_minor, payout_minor, open_bets, balance_minor, id, started_at, ended_at, grant_id, free_minor)
    values (p_player, p_provider, p_round, p_game, p_currency, case when p_grant is null then p_amount else 0 end, paid,
            case when p_kind = 'bet' then 1 else 0 end, balance, p_row_id, p_now, case when p_kind = 'betwin' then p_now end,
            p_grant, case when p_grant is not null then p_amount end)
    on conflict (player_id, provider_code, round_id) do update
    set stake_minor = game_round.stake_minor + excluded.stake_minor, payout_minor = game_round.payout_minor + excluded.payout_minor,
        open_bets = game_round.open_bets + excluded.open_bets, balance_minor = excluded.balance_minor, free_minor = game_round.free_minor + excluded.free_minor,
        ended_at = case when game_round.open_bets + excluded.open_bets > 0 then null else p_now end
    returning * into round;
    staked := case when p_grant is null then p_amount else 0 end; won := paid;
  elsif p_kind = 'win' and p_grant is not null then
    insert into gateway.game_round (player_id, provider_code, round_id, game_id, currency, stake_minor, payout_minor, open_bets, ended, balance_minor, id, started_at, ended_at, grant_id, free_minor)
    values (p_player, p_provider, p_round, p_game, p_currency, 0, paid, 0, true, balance, p_row_id, p_now, p_now, p_grant, granted.stake_minor * granted.rounds)
    on conflict (player_id, provider_code, round_id) do update
    set payout_minor = game_round.payout_minor + excluded.payout_minor, balance_minor = excluded.balance_minor, ended_at = p_now
    returning * into round;
    won := paid;
  elsif p_kind = 'win' then
    if bet.bet_state = 'open' then
      update gateway.game_transaction set bet_state = 'settled' where provider_code = p_provider and tx_id = ref;
    end if;
    update gateway.game_round
    set payout_minor = payout_minor + paid, open_bets = open_bets - case when bet.bet_state = 'open' then 1 else 0 end, balance_minor = balance,
        ended_at = case when open_bets - case when bet.bet_state = 'open' then 1 else 0 end = 0 then p_now end
    where player_id = p_player and provider_code = p_provider and round_id = bet.round_id
    returning * into round;
    won := paid;
  elsif returned then
    update gateway.game_transaction set bet_state = 'rolled_back' where provider_code = p_provider and tx_id = p_ref;
    update gateway.game_round
    set returned_minor = returned_minor + case when bet.grant_id is null then bet.amount_minor else 0 end,
        free_minor = free_minor - bet.amount_minor, open_bets = open_bets - 1, balance_minor = balance,
        ended_at = case when open_bets = 1 then p_now end
    where player_id = p_player and provider_code = p_provider and round_id = bet.round_id
    returning * into round;
    staked := case when bet.grant_id is null then -bet.amount_minor else 0 end;
    if round.open_bets = 0 and round.returned_minor = round.stake_minor and coalesce(round.free_minor, 0) = 0 then
      insert into gateway.rolled_back_round (player_id, id) values (p_player, round.id) on conflict do nothing;
    end if;
  elsif p_kind = 'end' then
    update gateway.game_transaction set bet_state = 'settled'
    where provider_code = p_provider and round_id = p_round and player_id = p_player and bet_state = 'open';
    update gateway.game_round set open_bets = 0, ended = true, balance_minor = balance, ended_at = coalesce(ended_at, p_now)
    where player_id = p_player and provider_code = p_provider and round_id = p_round;
  end if;
  if coalesce(p_grant, bet.grant_id) is not null then
    update gateway.free_round_grant
    set used = used + case when p_kind in ('bet', 'betwin') then 1 when returned then -1 else 0 end,
        open_minor = open_minor + case when p_kind = 'bet' then p_amount when p_kind = 'end' then -round_open when bet.bet_state = 'open' then -bet.amount_minor else 0 end,
        won_minor = won_minor + paid
    where id = coalesce(p_grant, bet.grant_id);
    -- A sum is all that comes of its rounds, however many of them were played.
    if p_kind = 'win' and p_grant is not null then
      update gateway.free_round_grant set used = rounds where id = p_grant and ended_at is null and expires_at > p_now;
    end if;
  end if;
  if staked <> 0 or won <> 0 then
    insert into gateway.round_day as already (player_id, day_utc, staked_minor, won_minor)
    values (p_player, (round.started_at at time zone 'UTC')::date, staked, won)
    on conflict on constraint round_day_pkey do update
    set staked_minor = already.staked_minor + excluded.staked_minor, won_minor = already.won_minor + excluded.won_minor;
  end if;
  code := 'ok';
end $$;
