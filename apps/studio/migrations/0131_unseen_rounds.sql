-- False from when a round opens later than its page waits for the answer until the player has been told of it.
alter table instant_rounds add column is_seen boolean not null default true;
