-- Reports read what was given, claimed, joined and changed in a period.
drop index concurrently if exists rewards.bonus_granted;
create index concurrently bonus_granted on rewards.bonus (granted_at);

drop index concurrently if exists rewards.gift_share_at;
create index concurrently gift_share_at on rewards.gift_share (claimed_at) where claimed_at is not null;

drop index concurrently if exists rewards.referral_joined;
create index concurrently referral_joined on rewards.referral (joined_at);

drop index concurrently if exists rewards.referral_ended;
create index concurrently referral_ended on rewards.referral (ended_at) where ended_at is not null;

drop index concurrently if exists limits.change_at;
create index concurrently change_at on limits.change (at);
