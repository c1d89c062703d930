import { sql } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { listed } from './listed-games.ts'

/** Names sharing a trigram that are compared letter by letter. */
const maxCompared = 3_000
const maxFound = 20

/**
 * Ids of games with names similar to the words, nearest first. A word may differ by one letter from four letters on, by
 * two from seven on; two swapped letters count as one difference. Shorter words must begin a word of the name.
 */
export async function similarGames(db: Platform['db'], among: ReturnType<typeof listed>, words: string) {
  const candidates = await among
    .select(['catalog.game.id', 'catalog.game.position', sql<string>`game.words`.as('words')])
    .where(sql<boolean>`game.grams && catalog.game_grams(${words})`)
    .orderBy(
      sql`cardinality(array(select unnest(game.grams) intersect select unnest(catalog.game_grams(${words})))) desc`,
    )
    .orderBy('catalog.game.position')
    .limit(maxCompared)
    .execute()
  const { rows } = await sql<{ typed: string }>`select catalog.game_words(${words}) as typed`.execute(db.kysely)
  const typed = split(rows[0]?.typed ?? '')
  return candidates
    .flatMap(({ id, position, words: name }) => {
      const far = distanceOf(typed, split(name))
      return far === undefined ? [] : [{ id, position, far }]
    })
    .sort((a, b) => a.far - b.far || a.position - b.position)
    .slice(0, maxFound)
    .map(({ id }) => id)
}

const split = (text: string) => text.split(' ').filter((word) => word !== '')
const allowed = (word: string) => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)

/** Sum of the distances of each typed word to the nearest word of the name; undefined if one is near none. */
function distanceOf(typed: readonly string[], name: readonly string[]): number | undefined {
  let sum = 0
  for (const word of typed) {
    const nearest = Math.min(...name.map((other) => differences(word, other)))
    if (nearest > allowed(word)) return undefined
    sum += nearest
  }
  return typed.length === 0 ? undefined : sum
}

/**
 * Letters to insert, delete, replace or swap with their neighbour until `typed` equals `word` or its beginning (optimal
 * string alignment).
 */
function differences(typed: string, word: string): number {
  let before: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, index) => index)
  for (let row = 1; row <= typed.length; row++) {
    const next = [row]
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      const swapped =
        row > 1 && column > 1 && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
          ? (before[column - 2] ?? 0) + 1
          : Infinity
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          swapped,
        ),
      )
    }
    before = last
    last = next
  }
  // While typing, only the beginning of a word is known.
  return Math.min(...last)
}
