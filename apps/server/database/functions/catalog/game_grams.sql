-- Trigrams of each word of a name, stored in a column of each game. Starts of words have their own, shorter ones, so
-- that one or two letters match too. The body is parsed at creation: a restore has no search path and would not find
-- `game_words`.
create or replace function catalog.game_grams(p_name text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr('  ' || word, place, 3) as gram
    from unnest(string_to_array(catalog.game_words(p_name), ' ')) as word, generate_series(1, length(word)) as place
    where word <> ''
  ) as grams
);
