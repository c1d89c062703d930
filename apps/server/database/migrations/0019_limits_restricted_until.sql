-- `restricted_until` is until when a bet has to ask more than the wallet; a frozen or closed wallet counts too from now on. The sums of play are by the
-- market's day.
drop trigger if exists player_bets_ask on player;
drop trigger if exists play_block_bets_ask on play_block;
drop trigger if exists player_limit_bets_ask on player_limit;
drop trigger if exists ledger_wallet_opened on ledger_wallet;
alter table ledger_wallet rename column bets_ask_until to restricted_until;
update ledger_wallet set restricted_until = 'infinity' where frozen_at is not null or closed_at is not null;
alter table play_day rename column day to day_market;
