import { dragonTiger as draw, type DragonTiger } from '@dhow/fairness/dragon-tiger'
import { spacedTimesMs, type TableGame } from '../rules.ts'

/** Dragon Tiger: one card each; the higher wins even money. A tie returns half of a stake on either side. */
export const dragonTiger: TableGame<DragonTiger> = {
  slug: 'dragontiger',
  name: 'Coral Dragon Tiger',
  categories: ['live', 'card', 'top'],
  volatility: 'low',
  rtp: '96.14',
  fieldReturns: { dragon: '96.27', tiger: '96.27', tie: '97.11' },
  fields: ['dragon', 'tiger', 'tie', 'suited'],
  draw,
  returns(field, { dragon, tiger, winner }) {
    const isTie = winner === 'tie'
    if (field === 'tie') return isTie ? 1300 : 0
    if (field === 'suited') return isTie && dragon.suit === tiger.suit ? 5700 : 0
    return isTie ? 50 : field === winner ? 200 : 0
  },
  reveals: () => spacedTimesMs(1200, 2200, 2),
  result: ({ winner }) => winner,
}
