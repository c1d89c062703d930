-- Players' payout accounts, to compare numbers by their keyed hash: no number, no holder.
create view withdrawals.payees as select id, player_id, kind, number_mac, created_at from withdrawals.payout_account;
