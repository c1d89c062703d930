import { cardAt, type Card } from './games.ts'
import { drawFrom, pickFrom, type Seeds } from './stream.ts'

/**
 * A shared table's round has the round's hash as its server seed, the chain's public salt as its client seed and the round's
 * number as its nonce, so that every check of a one-player round checks it as well.
 */
export const roundSeeds = (hash: string, salt: string, number: number): Seeds => ({
  serverSeed: hash,
  clientSeed: salt,
  nonce: number,
})

/**
 * Cards from a shoe of whole decks, none of them twice: each is `floor(f * remaining)` of what is left, in the order of the
 * endless deck, deck after deck.
 * @example const next = shoeFrom(seeds, 8); next() // the first card out of 416
 */
export function shoeFrom(seeds: Seeds, decks: number): () => Card {
  if (!Number.isInteger(decks) || decks < 1 || decks > 16) throw new RangeError('decks: 1 to 16')
  const next = pickFrom(drawFrom(seeds), decks * 52)
  return () => cardAt(next() % 52)
}
