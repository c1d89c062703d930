import { fieldsOf } from '@dhow/contract/records'
import { cards, cardText, type Card } from '@dhow/fairness/games'
import { fairMultiplier, largestMultiplier, one, type Game } from '../rules.ts'
import { itemAt } from '../../item-at.ts'

/** Hi-lo: guess whether the next card is higher or lower; each right guess multiplies by its odds. */
export type HiloOptions = Record<string, never>

export interface HiloAction {
  guess: Guess
}
const guesses = ['higher', 'lower', 'same', 'skip'] as const
export type Guess = (typeof guesses)[number]

export interface HiloView {
  /** Cards so far as text, such as `Q-spade`; the last is the open one. */
  cards: string[]
  guesses: Guess[]
  isWrong: boolean
  /** Guesses allowed now, with the multiplier of a right one. */
  choices: { guess: Guess; multiplier: number }[]
}

const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A']
const maxCards = 52
const rankOf = (card: Card): number => ranks.indexOf(card.rank)

/**
 * Number of the thirteen ranks that make a guess right. The same rank counts for both sides, except at the lowest and highest rank: there one side
 * would always win, so it wins on the same rank only.
 */
export function hiloWins(rank: number, guess: Exclude<Guess, 'skip'>): number {
  if (guess === 'same') return rank === 0 || rank === 12 ? 1 : 0
  if (guess === 'higher') return rank === 12 ? 0 : rank === 0 ? 12 : 13 - rank
  return rank === 0 ? 0 : rank === 12 ? 12 : rank + 1
}

export function isRight(rank: number, next: number, guess: Exclude<Guess, 'skip'>): boolean {
  if (guess === 'same') return next === rank
  if (guess === 'higher') return rank === 0 ? next > rank : next >= rank
  return rank === 12 ? next < rank : next <= rank
}

export const hilo: Game<HiloOptions, HiloAction, HiloView> = {
  slug: 'hilo',
  name: 'Tide Cards',
  categories: ['turbo', 'card'],
  volatility: 'medium',
  rtp: '99.00',
  hasAutoplay: false,
  readOptions: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
      ? {}
      : undefined,
  readAction(value) {
    const { guess } = fieldsOf(value)
    const known = guesses.find((one) => one === guess)
    return known && { guess: known }
  },
  play(seeds, _options, actions, isCashedOut) {
    const hand = cards(seeds, actions.length + 1)
    let chances = 1n
    let wins = 1n
    let right = 0
    let isWrong = false
    for (const [index, { guess }] of actions.entries()) {
      const rank = rankOf(itemAt(hand, index))
      if (isWrong || index + 1 >= maxCards) return undefined
      if (guess === 'skip') continue
      const ways = hiloWins(rank, guess)
      if (ways === 0 || afterRight(chances, wins, ways) > largestMultiplier) return undefined
      if (isRight(rank, rankOf(itemAt(hand, index + 1)), guess)) {
        right++
        chances *= 13n
        wins *= BigInt(ways)
      } else isWrong = true
    }
    const rank = rankOf(itemAt(hand, hand.length - 1))
    const choices: HiloView['choices'] = []
    if (!isWrong && !isCashedOut && hand.length < maxCards) {
      for (const guess of ['higher', 'lower', 'same'] as const) {
        const ways = hiloWins(rank, guess)
        const multiplier = ways === 0 ? 0 : afterRight(chances, wins, ways)
        if (ways > 0 && multiplier <= largestMultiplier) choices.push({ guess, multiplier })
      }
    }
    const isOver = isWrong || isCashedOut || choices.length === 0
    return {
      multiplier: isWrong ? 0 : right === 0 ? one : fairMultiplier(chances, wins),
      isOver,
      canCashOut: !isOver && right > 0,
      view: { cards: hand.map(cardText), guesses: actions.map(({ guess }) => guess), isWrong, choices },
    }
  },
}

const afterRight = (chances: bigint, wins: bigint, ways: number): number =>
  fairMultiplier(chances * 13n, wins * BigInt(ways))
