-- Holders of payout accounts who have a first and a last name, by a hash of it in one spelling.
create view withdrawals.holders as
  select player_id, md5(lower(holder)) as holder, created_at from withdrawals.payout_account where holder like '% %';
