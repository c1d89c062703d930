-- One call of a provider that may move money: checks the player's own limits, then calls `gateway.decide`.
create or replace function gateway.apply(
  p_kind text, p_provider text, p_tx text, p_ref text, p_player text, p_session text, p_round text, p_game text, p_currency text,
  p_amount bigint, p_win bigint, p_hash bytea, p_row_id text, p_now timestamptz, p_grant text default null,
  out code text, out posting bigint, out balance bigint, out cash_after bigint[], out moved boolean
) language plpgsql as $$
declare
  paid bigint;
  counted boolean := exists (select from limits.player_limits where player_id = p_player and kind in ('stake', 'loss'));
  staked bigint := 0;
  won bigint := 0;
begin
  -- Calls decided before get the same answer, so only a new bet can be refused here. A free round is not the player's
  -- stake.
  if counted and p_kind in ('bet', 'betwin') then
    perform ledger.lock_players(array[p_player]);
    if p_grant is null and not exists (select from gateway.game_transaction where provider_code = p_provider and tx_id = p_tx)
       and limits.refuse_stake(p_player, p_currency, p_amount, p_now) then
      code := 'limit_reached'; moved := false;
      select cash_minor into balance from ledger.wallets where player_id = p_player;
      return;
    end if;
  end if;
  select decided.code, decided.posting, decided.balance, decided.cash_after, decided.moved, decided.paid
  into code, posting, balance, cash_after, moved, paid
  from gateway.decide(p_kind, p_provider, p_tx, p_ref, p_player, p_session, p_round, p_game, p_currency, p_amount, p_win, p_hash, p_row_id, p_now, p_grant) as decided;
  if counted and moved then
    if p_kind in ('bet', 'betwin') and p_grant is null then staked := p_amount; end if;
    won := paid;
    if p_kind = 'rollback' then
      select -amount_minor into staked from gateway.game_transaction where provider_code = p_provider and tx_id = p_ref and grant_id is null;
    end if;
    if staked <> 0 or won <> 0 then
      perform limits.count_play(p_player, p_currency, p_now, staked, won);
    end if;
  end if;
end $$;
