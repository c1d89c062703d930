-- What a bet has to ask beside the wallet (whether its player is active, keeps a break, has limits of their own) changes once in a while, and bets
-- come all the time. So the wallet, which each bet locks anyway, keeps until when it has to be asked; a bet in that time is decided alone, by
-- `gateway_apply`, which asks.
alter table ledger_wallet add bets_ask_until timestamptz not null default '-infinity';

create function bets_ask_until(p_player text) returns timestamptz language sql stable as $$
  select case
    when exists (select from player_limit where player_id = p_player and kind in ('stake', 'loss'))
      or not exists (select from player where id = p_player and active) then 'infinity'::timestamptz
    else coalesce((select max(coalesce(until_at, 'infinity')) from play_block where player_id = p_player), '-infinity')
  end
$$;

create function ledger_wallet_opened() returns trigger language plpgsql as $$
begin
  new.bets_ask_until := bets_ask_until(new.player_id);
  return new;
end $$;
create trigger ledger_wallet_opened before insert on ledger_wallet for each row execute function ledger_wallet_opened();

-- The lock comes before the look: of two changes at once the second then sees the first.
create function bets_ask_changed() returns trigger language plpgsql as $$
declare
  of_player constant text := coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0];
begin
  perform from ledger_wallet where player_id = of_player for update;
  update ledger_wallet set bets_ask_until = bets_ask_until(of_player) where player_id = of_player;
  return null;
end $$;
create trigger player_bets_ask after insert or update of active on player for each row execute function bets_ask_changed('id');
create trigger play_block_bets_ask after insert or update or delete on play_block for each row execute function bets_ask_changed('player_id');
create trigger player_limit_bets_ask after insert or update of kind or delete on player_limit for each row execute function bets_ask_changed('player_id');

update ledger_wallet set bets_ask_until = bets_ask_until(player_id);

-- Every statement that writes a table reads the table's check constraints anew, each from its text, a list of words byte by byte: an eighth of what
-- a bet alone cost. What guards money stays, in as few words as it takes; what only guards the gateway's own words is a fact that the
-- invariants look at.
create domain currency_code as text check (value in ('INR', 'NAD'));
alter table ledger_wallet
  drop constraint ledger_wallet_currency_check, drop constraint ledger_wallet_cash_minor_check, drop constraint ledger_wallet_bonus_minor_check,
  drop constraint ledger_wallet_hold_minor_check, drop constraint ledger_wallet_in_play_minor_check, drop constraint ledger_wallet_limit_minor_check,
  drop constraint ledger_wallet_check, drop constraint ledger_wallet_check1,
  alter currency type currency_code,
  add constraint ledger_wallet_bounds check (
    least(cash_minor, bonus_minor, hold_minor, in_play_minor) >= 0
    and greatest(cash_minor, bonus_minor, hold_minor, in_play_minor) <= case when closed_at is null then limit_minor else 0 end);
alter table ledger_transfer
  drop constraint ledger_transfer_amount_minor_check, drop constraint ledger_transfer_debit_after_check,
  drop constraint ledger_transfer_credit_after_check, drop constraint ledger_transfer_check,
  add constraint ledger_transfer_bounds check (amount_minor > 0 and least(debit_after, credit_after) >= 0 and debit <> credit);
alter table game_transaction
  drop constraint game_transaction_kind_check, drop constraint game_transaction_bet_state_check, drop constraint game_transaction_check;
alter table game_round
  drop constraint game_round_stake_minor_check, drop constraint game_round_payout_minor_check, drop constraint game_round_open_bets_check;
