-- A channel that is removed stays for the list of what was sent. Its name may be used again.
alter table notices.channel add column removed_at timestamptz, drop constraint channel_name_key;
create unique index channel_name_key on notices.channel (name) where removed_at is null;
