-- For people: each player's four accounts with their balances.
create view ledger.player_accounts as
  select player_id as player, kinds.account, ledger.decimal(kinds.minor) as balance, currency::text
  from ledger.wallet
  cross join lateral (values ('cash', cash_minor), ('bonus', bonus_minor), ('hold', hold_minor), ('in_play', in_play_minor)) as kinds (account, minor);
