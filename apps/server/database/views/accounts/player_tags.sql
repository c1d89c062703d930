-- Tags of players, with their authors and times.
create view accounts.player_tags as select player_id, tag, added_by, added_at from accounts.player_tag;
