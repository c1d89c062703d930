import { baccarat as draw, type Baccarat } from '@dhow/fairness/baccarat'
import type { Card } from '@dhow/fairness/games'
import type { TableGame } from '../rules.ts'
import { itemAt } from '../../item-at.ts'

/** Punto banco from eight decks. A tie returns stakes on player and banker. */
export const baccarat: TableGame<Baccarat> = {
  slug: 'baccarat',
  name: 'Monsoon Baccarat',
  categories: ['live', 'card'],
  volatility: 'low',
  rtp: '95.16',
  fieldReturns: { player: '98.76', banker: '98.94', player_pair: '97.11', banker_pair: '97.11' },
  fields: ['player', 'banker', 'tie', 'player_pair', 'banker_pair'],
  draw,
  returns(field, { player, banker, winner }) {
    if (field === 'tie') return winner === 'tie' ? 1000 : 0
    if (field === 'player_pair') return isPair(player) ? 1300 : 0
    if (field === 'banker_pair') return isPair(banker) ? 1300 : 0
    if (winner === 'tie') return 100
    return field !== winner ? 0 : field === 'banker' ? 195 : 200
  },
  reveals({ player, banker }) {
    const thirds = player.length + banker.length - 4
    return [900, 1800, 2700, 3600, 5400, 7000].slice(0, 4 + thirds)
  },
  result: ({ winner }) => winner,
}

const isPair = (cards: readonly Card[]): boolean => itemAt(cards, 0).rank === itemAt(cards, 1).rank
