import { rankValue, type Card } from './games.ts'
import { shoeFrom } from './shoe.ts'
import type { Seeds } from './stream.ts'

export interface DragonTiger {
  dragon: Card
  tiger: Card
  winner: 'dragon' | 'tiger' | 'tie'
}

/** Dragon Tiger: one card each from eight decks, the dragon's first; the higher rank wins, ace high. */
export function dragonTiger(seeds: Seeds): DragonTiger {
  const next = shoeFrom(seeds, 8)
  const [dragon, tiger] = [next(), next()]
  const ahead = rankValue(dragon) - rankValue(tiger)
  return { dragon, tiger, winner: ahead > 0 ? 'dragon' : ahead < 0 ? 'tiger' : 'tie' }
}
