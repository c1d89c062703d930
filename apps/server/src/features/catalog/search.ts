import { sql } from 'kysely'

/**
 * Whether a game's names contain the words of a search: the English name by the trigram index, other languages' among
 * the few games that have one. Only punctuation matches nothing. Pass an array, which is built once; a joined list
 * could be built anew for each game.
 */
export const hasWords = (words: string) =>
  sql<boolean>`game.id = any (array(
    select one.id from catalog.game as one
    where one.grams @> catalog.game_query_grams(${words}) and one.words like all (catalog.game_query_patterns(${words}))
      and cardinality(catalog.game_query_patterns(${words})) > 0
    union all
    select one.id from catalog.game as one cross join lateral jsonb_each_text(one.names) as named (language, name)
    where one.names <> '{}' and ' ' || catalog.game_words(named.name) like all (catalog.game_query_patterns(${words}))
      and cardinality(catalog.game_query_patterns(${words})) > 0))`
