-- Players who came by another one.
create view rewards.referrals as select referred_id, referrer_id, joined_at from rewards.referral;
