-- The console's timeline of a player reads each of these newest first.
drop index concurrently if exists accounts.player_session_began;
create index concurrently player_session_began on accounts.player_session (player_id, created_at desc);

drop index concurrently if exists messages.player_message_sent;
create index concurrently player_message_sent on messages.player_message (player_id, created_at desc);

drop index concurrently if exists staff.audit_entry_subject_at;
create index concurrently audit_entry_subject_at on staff.audit_entry (subject, at desc);

drop index concurrently if exists rewards.gift_share_claimed;
create index concurrently gift_share_claimed on rewards.gift_share (player_id, claimed_at desc) where player_id is not null;
