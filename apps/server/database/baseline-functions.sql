-- Functions that tables of the migrations 0001 to 0018 need, as they were then. They are made in an empty database alone; `0021_platform_schemas.sql` moves
-- them to their features, whose files make them anew. Never changes.
-- A name, or what somebody types, as words: small letters, no accents of the languages that games are named in, no punctuation.
create or replace function game_words(p_text text) returns text language sql immutable strict parallel safe as $$
  select translate(translate(lower(p_text), 'áàâãäåéèêëíìîïóòôõöúùûüýñçß', 'aaaaaaeeeeiiiiooooouuuuyncs'),
                   '-_.,:;!?''"&+/()[]{}|*%\#@~^$<>=`’', '                                  ')
$$;
-- The three-letter pieces of each word of a name, kept in a column of each game. The starts of words have pieces of their own, so that one or two
-- letters find something too. The body is parsed when the function is made: a restore runs without a search path and would not find `game_words`.
create or replace function game_grams(p_name text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct gram), '{}') from (
    select substr('  ' || word, place, 3) as gram
    from unnest(string_to_array(game_words(p_name), ' ')) as word, generate_series(1, length(word)) as place
    where word <> ''
  ) as grams
);
-- The four quarters of each hash, by which pictures alike are found among all: of two hashes that differ in six bits at most, one quarter
-- differs in one bit at most. The whole picture's stand a second time, to be told from those of its parts.
create or replace function look_keys(looks bigint[]) returns integer[] language sql immutable parallel safe as $$
  select array_agg(distinct key) from (
    select (quarter * 65536 + ((look >> (quarter * 16)) & 65535))::integer as key
    from unnest(looks) as look, generate_series(0, 3) as quarter
    union all
    select ((quarter + 4) * 65536 + ((looks[1] >> (quarter * 16)) & 65535))::integer from generate_series(0, 3) as quarter
  ) as keys
$$;
-- The trigger of tables whose rows are never changed or deleted.
create or replace function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: % on % is refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
