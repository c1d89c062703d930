-- Players who came by another one, and what became of the reward for it.
create view rewards.referrals as select referred_id, referrer_id, joined_at, state, reason, amount_minor, ended_at from rewards.referral;
