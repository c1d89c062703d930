import type { Card } from './games.ts'
import { shoeFrom } from './shoe.ts'
import type { Seeds } from './stream.ts'

export interface AndarBahar {
  /** Card whose rank decides. */
  joker: Card
  /** Dealt to andar and bahar in turn, andar first; the last has the joker's rank. */
  dealt: Card[]
  winner: 'andar' | 'bahar'
}

/** Andar Bahar: one deck; after the joker, cards go to andar and bahar in turn until one has the joker's rank. */
export function andarBahar(seeds: Seeds): AndarBahar {
  const next = shoeFrom(seeds, 1)
  const joker = next()
  const dealt: Card[] = []
  let card: Card
  do dealt.push((card = next()))
  while (card.rank !== joker.rank)
  return { joker, dealt, winner: dealt.length % 2 === 1 ? 'andar' : 'bahar' }
}
