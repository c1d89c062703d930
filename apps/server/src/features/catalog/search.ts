import { sql } from 'kysely'

/** Whether the words of a search stand in a game's name or its provider's, by the index of pieces; words of marks alone stand in none. */
export const hasWords = (words: string) =>
  sql<boolean>`game.grams @> catalog.game_query_grams(${words}) and game.words like all (catalog.game_query_patterns(${words}))
    and cardinality(catalog.game_query_patterns(${words})) > 0`
