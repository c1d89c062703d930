-- The three-letter pieces of each word of a name, kept in a column of each game. The starts of words have pieces of their own, so that one or two
-- letters find something too. The body is parsed when the function is made: a restore runs without a search path and would not find `game_words`.
create or replace function catalog.game_grams(p_name text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr('  ' || word, place, 3) as gram
    from unnest(string_to_array(catalog.game_words(p_name), ' ')) as word, generate_series(1, length(word)) as place
    where word <> ''
  ) as grams
);
