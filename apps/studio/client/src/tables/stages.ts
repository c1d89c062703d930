import { baccaratPoints, type Baccarat } from '@dhow/fairness/baccarat'
import type { AndarBahar } from '@dhow/fairness/andar-bahar'
import type { DragonTiger } from '@dhow/fairness/dragon-tiger'
import type { Card } from '@dhow/fairness/games'
import type { TeenPatti } from '@dhow/fairness/teen-patti'
import { tableGameOf } from '../../../src/tables/games.ts'
import { andarBahar } from '../../../src/tables/games/andar-bahar.ts'
import { baccarat } from '../../../src/tables/games/baccarat.ts'
import { dragonTiger } from '../../../src/tables/games/dragon-tiger.ts'
import { teenPatti } from '../../../src/tables/games/teen-patti.ts'
import { cardStage } from './card-stage.ts'
import type { OpenStage } from './stage.ts'
import { wheelStage } from './wheel-stage.ts'

/** Scenes above the fields of each table, a row each. */
const stages: Record<string, OpenStage> = {
  dragontiger: cardStage<DragonTiger>({
    slug: 'dragontiger',
    seats: ['dragon', 'tiger'],
    slots: 1,
    deal: ({ dragon, tiger }) => [
      ['dragon', dragon],
      ['tiger', tiger],
    ],
    reveals: dragonTiger.reveals,
  }),
  andarbahar: cardStage<AndarBahar>({
    slug: 'andarbahar',
    seats: ['joker', 'andar', 'bahar'],
    slots: 1,
    deal: ({ joker, dealt }) => [
      ['joker', joker],
      ...dealt.map((card, index): [string, Card] => [index % 2 === 0 ? 'andar' : 'bahar', card]),
    ],
    reveals: andarBahar.reveals,
    note: (_, seat, open, words) => (seat === 'joker' ? '' : words.cardsDealt(open.length)),
  }),
  baccarat: cardStage<Baccarat>({
    slug: 'baccarat',
    seats: ['player', 'banker'],
    slots: 2,
    deal: ({ player, banker }) => [
      ...inTurn({ player: player.slice(0, 2), banker: banker.slice(0, 2) }),
      ...inTurn({ player: player.slice(2) }),
      ...inTurn({ banker: banker.slice(2) }),
    ],
    reveals: baccarat.reveals,
    note: (_, _seat, open, words) => words.points(open.reduce((sum, card) => sum + baccaratPoints(card), 0) % 10),
  }),
  teenpatti: cardStage<TeenPatti>({
    slug: 'teenpatti',
    seats: ['a', 'b'],
    slots: 3,
    deal: ({ a, b }) => inTurn({ a: a.cards, b: b.cards }),
    reveals: teenPatti.reveals,
    note: (outcome, seat, open, words) =>
      open.length < 3 ? '' : (words.kinds[(seat === 'a' ? outcome.a : outcome.b).kind] ?? ''),
  }),
  roulette: wheelStage,
}

/** A table and its scene. @throws Error if there is none */
export function tableAt(slug: string) {
  const [game, openStage] = [tableGameOf(slug), stages[slug]]
  if (!game || !openStage) throw new Error(`there is no table ${slug}`)
  return { game, openStage }
}

/** Cards in the order of dealing: one to each seat in turn. */
function inTurn(hands: Record<string, readonly Card[]>): [seat: string, card: Card][] {
  const rounds = Math.max(...Object.values(hands).map((cards) => cards.length))
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    Object.entries(hands).flatMap(([seat, cards]): [string, Card][] => {
      const card = cards[round]
      return card ? [[seat, card]] : []
    }),
  )
}
