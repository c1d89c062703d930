-- Search as it is typed, on any engine and without an extension: the three-letter pieces of each word of a name, in an ordinary index of
-- arrays. The starts of words have pieces of their own, so that one or two letters find something too.

-- A name, or what somebody types, as words: small letters, no accents of the languages that games are named in, no punctuation.
create function game_words(p_text text) returns text language sql immutable strict parallel safe as $$
  select translate(translate(lower(p_text), 'áàâãäåéèêëíìîïóòôõöúùûüýñçß', 'aaaaaaeeeeiiiiooooouuuuyncs'),
                   '-_.,:;!?''"&+/()[]{}|*%\#@~^$<>=`’', '                                  ')
$$;

create function game_grams(p_name text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr('  ' || word, place, 3) as gram
    from unnest(string_to_array(game_words(p_name), ' ')) as word, generate_series(1, length(word)) as place
    where word <> ''
  ) as grams
$$;

-- The pieces that a name must have to be found: inside a word from three letters on, else at a word's start.
create function game_query_grams(p_query text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select case when length(word) < 3 then substr('  ' || word, length(word), 3) else substr(word, place, 3) end as gram
    from unnest(string_to_array(game_words(p_query), ' ')) as word, generate_series(1, greatest(length(word) - 2, 1)) as place
    where word <> ''
  ) as grams
$$;

-- Whether a name has every word of the query, which pieces alone do not prove.
create function game_found(p_name text, p_query text) returns boolean language sql immutable strict parallel safe as $$
  select coalesce(bool_and((' ' || game_words(p_name)) like (case when length(word) < 3 then '% ' else '%' end) || word || '%'), false)
  from unnest(string_to_array(game_words(p_query), ' ')) as word where word <> ''
$$;

alter table game add column grams text[] generated always as (game_grams(name)) stored;
create index game_grams_found on game using gin (grams) with (fastupdate = off);

create table favourite_game (
  player_id text        not null references player,
  game_id   text        not null references game,
  added_at  timestamptz not null,
  primary key (player_id, game_id)
);
