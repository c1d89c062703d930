-- The page placed the bet by itself (autoplay), as its player had asked it to.
alter table instant_rounds add column is_automatic boolean not null default false;
