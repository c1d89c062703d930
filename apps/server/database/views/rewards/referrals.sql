-- Referred players, with the outcome of the referral reward.
create view rewards.referrals as select referred_id, referrer_id, joined_at, state, reason, amount_minor, ended_at from rewards.referral;
