-- A name, or what somebody types, as words: small letters, no accents of the languages that games are named in, no punctuation.
create or replace function catalog.game_words(p_text text) returns text language sql immutable strict parallel safe as $$
  select translate(translate(lower(p_text), 'áàâãäåéèêëíìîïóòôõöúùûüýñçß', 'aaaaaaeeeeiiiiooooouuuuyncs'),
                   '-_.,:;!?''"&+/()[]{}|*%\#@~^$<>=`’', '                                  ')
$$;
