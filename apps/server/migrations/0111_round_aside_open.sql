-- Which of the rounds aside were open: those that were rolled back can be many, and the totals have to look at none of them.
-- What stood aside before may be either, and is looked at until it moves again.
alter table round_aside add column is_open boolean not null default true;
create index round_aside_open on round_aside (player_id, id) where is_open;
