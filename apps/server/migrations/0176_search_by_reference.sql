-- The column `game.grams` is made by this function, which called `game_words` by its name alone. A restore runs without a search path, so that name
-- was found nowhere: no game came back, and nothing that refers to one. With a body that is read now, the function is kept by reference.
create or replace function game_grams(p_name text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr('  ' || word, place, 3) as gram
    from unnest(string_to_array(game_words(p_name), ' ')) as word, generate_series(1, length(word)) as place
    where word <> ''
  ) as grams
);
