-- Postings, each with its reason and the player's balances after it.
create view ledger.postings as
  select id, key, reason, player_id, currency, happened_at, cash_after, bonus_after, hold_after, in_play_after from ledger.posting;
