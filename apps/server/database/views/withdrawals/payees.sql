-- Payout accounts of players, which a number is compared with by its code: no number, no holder.
create view withdrawals.payees as select id, player_id, kind, number_mac, created_at from withdrawals.payout_account;
