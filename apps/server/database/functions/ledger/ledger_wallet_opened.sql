-- Fills in `bets_ask_until` of a wallet that is opened.
create or replace function ledger_wallet_opened() returns trigger language plpgsql as $$
begin
  new.bets_ask_until := bets_ask_until(new.player_id);
  return new;
end $$;

create or replace trigger ledger_wallet_opened before insert on ledger_wallet for each row execute function ledger_wallet_opened();
