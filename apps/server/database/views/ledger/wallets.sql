-- Balances of each player. Locking a row makes the player’s other movements wait.
create view ledger.wallets as
  select player_id, currency, cash_minor, bonus_minor, hold_minor, in_play_minor, limit_minor, frozen_at, closed_at, restricted_until
  from ledger.wallet;
