-- A name or search text as words: lower case, without punctuation and the accents of the games' languages.
create or replace function catalog.game_words(p_text text) returns text language sql immutable strict parallel safe as $$
  select translate(translate(lower(p_text), 'áàâãäåéèêëíìîïóòôõöúùûüýñçß', 'aaaaaaeeeeiiiiooooouuuuyncs'),
                   '-_.,:;!?''"&+/()[]{}|*%\#@~^$<>=`’', '                                  ')
$$;
