import { h } from '../dom.ts'
import { s } from './draw.ts'

/** Name of a card. */
export interface CardWords {
  cards: {
    suits: Record<string, string>
    ranks: Record<string, string>
    card(rank: string, suit: string): string
  }
}

const shapes: Record<string, string> = {
  diamond: 'M12 1 22 12 12 23 2 12z',
  heart: 'M12 22C4 15 1 11 1 7a5.500 5.500 0 0 1 11-1 5.500 5.500 0 0 1 11 1c0 4-3 8-11 15z',
  spade: 'M12 1c8 7 11 10 11 14a5 5 0 0 1-9 3c0 3 1 4 3 5H7c2-1 3-2 3-5a5 5 0 0 1-9-3C1 11 4 8 12 1z',
  club: 'M12 1a5 5 0 0 1 4 8 5 5 0 1 1-2 9c0 3 1 4 3 5H7c2-1 3-2 3-5a5 5 0 1 1-2-9 5 5 0 0 1 4-8z',
}

/** Element of a card, from a text such as `Q-spade`. */
export function cardFace(text: string, size: string, words: CardWords): HTMLElement {
  const [rank = '', suit = ''] = text.split('-')
  const isRed = suit === 'diamond' || suit === 'heart'
  return h(
    'div',
    {
      class: `card card-${size} ${isRed ? 'card-red' : 'card-dark'}`,
      role: 'img',
      'aria-label': cardName(text, words),
    },
    h('span', {}, rank),
    s('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: shapes[suit] ?? '' })),
  )
}

/** The card in words. */
export function cardName(text: string, words: CardWords): string {
  const [rank = '', suit = ''] = text.split('-')
  const { ranks, suits } = words.cards
  return words.cards.card(ranks[rank] ?? rank, suits[suit] ?? suit)
}
