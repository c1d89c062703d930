import { sql } from 'kysely'

/**
 * Whether the words of a search stand in one of a game's names: in the English one by the index of pieces, in another language's among the
 * few games that have one. Words of marks alone stand in none. An array is made once; joined, the list could be made anew for each game.
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
