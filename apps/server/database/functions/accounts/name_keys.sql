-- Keys to find a misspelt player name: its letters and digits as one word, each run of letters of three or more, and
-- each of these with one character removed. Two names share a key if one character was added, removed, changed or
-- swapped with the next. The body is parsed at creation, so that a restore needs no search path. Its cost keeps the
-- planner from calling it for every player.
create or replace function accounts.name_keys(p_name text) returns text[] language sql immutable strict parallel safe cost 10000
return (
  select coalesce(array_agg(distinct key), '{}') from (
    select left(word, place - 1) || substr(word, place + 1) as key
    from (
      select regexp_replace(lower(p_name), '[^a-z0-9]', '', 'g') as word
      union select regexp_split_to_table(lower(p_name), '[^a-z]+')
    ) as words, generate_series(1, length(word) + 1) as place
    where length(word) >= 3
  ) as keys
);
