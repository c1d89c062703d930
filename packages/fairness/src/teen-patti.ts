import { rankValue, type Card } from './games.ts'
import { shoeFrom } from './shoe.ts'
import type { Seeds } from './stream.ts'

/** Kinds of hands, ascending. A run in one suit beats a run, and three of a kind beats all. */
export const teenPattiKinds = ['high', 'pair', 'colour', 'run', 'pure_run', 'trail'] as const
export type TeenPattiKind = (typeof teenPattiKinds)[number]

export interface TeenPattiHand {
  cards: Card[]
  kind: TeenPattiKind
  /** Orders hands: the higher wins, equal ones tie. */
  score: number
}

export interface TeenPatti {
  a: TeenPattiHand
  b: TeenPattiHand
  winner: 'a' | 'b' | 'tie'
}

/** Teen Patti 20-20: one deck, three cards each in turn, A's first; the higher hand wins. */
export function teenPatti(seeds: Seeds): TeenPatti {
  const next = shoeFrom(seeds, 1)
  const cards: { a: Card[]; b: Card[] } = { a: [], b: [] }
  for (let round = 0; round < 3; round++) for (const hand of [cards.a, cards.b]) hand.push(next())
  const [a, b] = [teenPattiHand(cards.a), teenPattiHand(cards.b)]
  return { a, b, winner: a.score > b.score ? 'a' : a.score < b.score ? 'b' : 'tie' }
}

/** Three cards as a hand. A-K-Q is the highest run, then A-2-3, then K-Q-J. */
export function teenPattiHand(cards: Card[]): TeenPattiHand {
  const [high = 0, middle = 0, low = 0] = cards.map(rankValue).sort((one, other) => other - one)
  const isColour = new Set(cards.map(({ suit }) => suit)).size === 1
  const isLowRun = high === 14 && middle === 3 && low === 2
  const isRun = isLowRun || (high === middle + 1 && middle === low + 1)
  const isPair = high === middle || middle === low
  const kind: TeenPattiKind =
    high === low ? 'trail' : isRun ? (isColour ? 'pure_run' : 'run') : isColour ? 'colour' : isPair ? 'pair' : 'high'
  // In a pair, the pair counts first; among runs, A-2-3 ranks between A-K-Q and K-Q-J.
  const order = isRun
    ? [0, 0, isLowRun ? 27 : high * 2]
    : kind === 'pair'
      ? [middle, middle, high === middle ? low : high]
      : [high, middle, low]
  return { cards, kind, score: order.reduce((sum, value) => sum * 32 + value, teenPattiKinds.indexOf(kind)) }
}
