-- Search text as patterns for `like`, computed once per search and compared with the words of each game.
create or replace function catalog.game_query_patterns(p_query text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg((case when length(word) < 3 then '% ' else '%' end) || word || '%'), '{}')
  from unnest(string_to_array(catalog.game_words(p_query), ' ')) as word where word <> ''
$$;
