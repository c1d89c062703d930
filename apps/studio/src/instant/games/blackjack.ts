import { fieldsOf } from '@dhow/contract/records'
import { cardText, deckFrom, type Card } from '@dhow/fairness/games'
import { one, type Game } from '../rules.ts'

/** Blackjack with draw and stand. The dealer draws to 16 and stands on every 17. */
export type BlackjackOptions = Record<string, never>

export interface BlackjackAction {
  move: 'hit' | 'stand'
}

export interface BlackjackView {
  player: string[]
  /** The dealer's open cards; the second is face down until the round is over. */
  dealer: string[]
  playerTotal: number
  dealerTotal: number
  isSoft: boolean
  /** How it ended, or null while it is open. */
  end: 'natural' | 'won' | 'push' | 'lost' | 'bust' | null
}

/** Payout by result in ten-thousandths. A natural pays 9 to 5, since there is no double and no split. */
export const blackjackPays: Record<Exclude<BlackjackView['end'], null>, number> = {
  natural: 28_000,
  won: 2 * one,
  push: one,
  lost: 0,
  bust: 0,
}

const most = 21

/** The best count of a hand, and whether an ace still counts eleven. */
export function totalOf(hand: readonly Card[]): { total: number; isSoft: boolean } {
  let total = 0
  let aces = 0
  for (const { rank } of hand) {
    if (rank === 'A') aces++
    total += rank === 'A' ? 11 : /\d/.test(rank) ? Number(rank) : 10
  }
  for (; total > most && aces > 0; aces--) total -= 10
  return { total, isSoft: aces > 0 }
}

const isNatural = (hand: readonly Card[]): boolean => hand.length === 2 && totalOf(hand).total === most

export const blackjack: Game<BlackjackOptions, BlackjackAction, BlackjackView> = {
  slug: 'blackjack',
  name: 'Harbour Twenty-One',
  categories: ['card'],
  volatility: 'low',
  rtp: '98.93',
  hasAutoplay: false,
  readOptions: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
      ? {}
      : undefined,
  readAction(value) {
    const { move } = fieldsOf(value)
    return move === 'hit' || move === 'stand' ? { move } : undefined
  },
  play(seeds, _options, actions, isCashedOut) {
    const next = deckFrom(seeds)
    // Dealt in turns: player, dealer, player, dealer; then the player's draws, then the dealer's.
    const [first, second, third, fourth] = [next(), next(), next(), next()]
    const player = [first, third]
    const dealer = [second, fourth]
    let isOver = isNatural(player) || isNatural(dealer)
    for (const { move } of actions) {
      if (isOver) return undefined
      if (move === 'hit') player.push(next())
      // Stand automatically at twenty-one.
      isOver = move === 'stand' || totalOf(player).total >= most
    }
    // Abandoning the round counts as standing.
    isOver ||= isCashedOut
    const { total, isSoft } = totalOf(player)
    let end: BlackjackView['end'] = null
    if (isOver) {
      if (total <= most && !isNatural(player) && !isNatural(dealer)) {
        while (totalOf(dealer).total < 17) dealer.push(next())
      }
      end = endOf(player, dealer)
    }
    const shown = isOver ? dealer : dealer.slice(0, 1)
    return {
      multiplier: end === null ? one : blackjackPays[end],
      isOver,
      canCashOut: false,
      view: {
        player: player.map(cardText),
        dealer: shown.map(cardText),
        playerTotal: total,
        dealerTotal: totalOf(shown).total,
        isSoft,
        end,
      },
    }
  },
}

function endOf(player: Card[], dealer: Card[]): Exclude<BlackjackView['end'], null> {
  const [own, theirs] = [totalOf(player).total, totalOf(dealer).total]
  if (own > most) return 'bust'
  if (isNatural(player)) return isNatural(dealer) ? 'push' : 'natural'
  if (isNatural(dealer)) return 'lost'
  return theirs > most || own > theirs ? 'won' : own === theirs ? 'push' : 'lost'
}
