-- The links of a player are read from the player's own things to those of others: payout accounts that were removed too, their holders, and bank lines.
drop index concurrently if exists withdrawals.payout_account_player;
create index concurrently payout_account_player on withdrawals.payout_account (player_id);

drop index concurrently if exists withdrawals.payout_account_holder;
create index concurrently payout_account_holder on withdrawals.payout_account (md5(lower(holder))) where holder like '% %';

drop index concurrently if exists statements.line_player;
create index concurrently line_player on statements.line (player_id) where player_id is not null;
