-- Trigrams that a name must have to match: inside a word from three letters on, otherwise at a word's start.
create or replace function catalog.game_query_grams(p_query text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select case when length(word) < 3 then substr('  ' || word, length(word), 3) else substr(word, place, 3) end as gram
    from unnest(string_to_array(catalog.game_words(p_query), ' ')) as word, generate_series(1, greatest(length(word) - 2, 1)) as place
    where word <> ''
  ) as grams
$$;
