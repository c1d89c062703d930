-- The words of a name stand ready beside its pieces, and what somebody types becomes patterns once for a search, not once for a game.
alter table game add column words text generated always as (' ' || game_words(name)) stored;

create function game_query_patterns(p_query text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg((case when length(word) < 3 then '% ' else '%' end) || word || '%'), '{}')
  from unnest(string_to_array(game_words(p_query), ' ')) as word where word <> ''
$$;

drop function game_found(text, text);
