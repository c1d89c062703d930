import { cardAt, type Card } from './games.ts'
import { drawFrom, pickFrom, type Seeds } from './stream.ts'

/**
 * Seeds of a shared table's round: server seed is the round's hash, client seed the chain's public salt, nonce the round's number. So every check of
 * one-player rounds works for it, too.
 */
export const roundSeeds = (hash: string, salt: string, number: number): Seeds => ({
  serverSeed: hash,
  clientSeed: salt,
  nonce: number,
})

/**
 * Draws cards from a shoe of whole decks without replacement: each is `floor(f * remaining)` of the cards left, in the order of the infinite deck,
 * deck by deck.
 * @example const next = shoeFrom(seeds, 8); next() // the first card out of 416
 */
export function shoeFrom(seeds: Seeds, decks: number): () => Card {
  if (!Number.isInteger(decks) || decks < 1 || decks > 16) throw new RangeError('decks: 1 to 16')
  const next = pickFrom(drawFrom(seeds), decks * 52)
  return () => cardAt(next() % 52)
}
