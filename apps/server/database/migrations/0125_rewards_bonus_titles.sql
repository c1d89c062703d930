-- Titles of a bonus in other languages than English, by language; empty where it has none.
alter table rewards.bonus_rule add column titles jsonb not null default '{}';
