import { baccaratPoints, type Baccarat } from '@dhow/fairness/baccarat'
import type { AndarBahar } from '@dhow/fairness/andar-bahar'
import type { DragonTiger } from '@dhow/fairness/dragon-tiger'
import type { Card } from '@dhow/fairness/games'
import type { TeenPatti } from '@dhow/fairness/teen-patti'
import { andarBahar } from '../../../src/tables/games/andar-bahar.ts'
import { baccarat } from '../../../src/tables/games/baccarat.ts'
import { dragonTiger } from '../../../src/tables/games/dragon-tiger.ts'
import { teenPatti } from '../../../src/tables/games/teen-patti.ts'
import { cardStage } from './card-stage.ts'
import type { OpenStage } from './stage.ts'
import { wheelStage } from './wheel-stage.ts'

/** Scenes above the fields of each table, a row each. */
export const stages: Record<string, OpenStage> = {
  dragontiger: cardStage<DragonTiger>({
    slug: 'dragontiger',
    seats: ['dragon', 'tiger'],
    deal: ({ dragon, tiger }) => [
      ['dragon', dragon],
      ['tiger', tiger],
    ],
    reveals: dragonTiger.reveals,
  }),
  andarbahar: cardStage<AndarBahar>({
    slug: 'andarbahar',
    seats: ['joker', 'andar', 'bahar'],
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
    deal: ({ player, banker }) => [
      ['player', player[0]!],
      ['banker', banker[0]!],
      ['player', player[1]!],
      ['banker', banker[1]!],
      ...player.slice(2).map((card): [string, Card] => ['player', card]),
      ...banker.slice(2).map((card): [string, Card] => ['banker', card]),
    ],
    reveals: baccarat.reveals,
    note: (_, _seat, open, words) => words.points(open.reduce((sum, card) => sum + baccaratPoints(card), 0) % 10),
  }),
  teenpatti: cardStage<TeenPatti>({
    slug: 'teenpatti',
    seats: ['a', 'b'],
    deal: ({ a, b }) =>
      a.cards.flatMap((card, index): [string, Card][] => [
        ['a', card],
        ['b', b.cards[index]!],
      ]),
    reveals: teenPatti.reveals,
    note: (outcome, seat, open, words) =>
      open.length < 3 ? '' : (words.kinds[(seat === 'a' ? outcome.a : outcome.b).kind] ?? ''),
  }),
  roulette: wheelStage,
}
