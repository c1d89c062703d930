-- Marks of the players with an open live stream at each server, so that one with pages at two servers counts once. Eight bytes each;
-- null where the server is of a version that writes none.
alter table platform.program add column player_marks bytea;
