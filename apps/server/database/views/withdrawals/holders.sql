-- Holders of payout accounts with a first and a last name, by a hash of the normalised name.
create view withdrawals.holders as
  select player_id, md5(lower(holder)) as holder, created_at from withdrawals.payout_account where holder like '% %';
