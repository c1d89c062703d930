import { rankValue, type Card } from './games.ts'
import { shoeFrom } from './shoe.ts'
import type { Seeds } from './stream.ts'

export interface Baccarat {
  player: Card[]
  banker: Card[]
  playerTotal: number
  bankerTotal: number
  winner: 'player' | 'banker' | 'tie'
}

/** A card's points: the ace 1, ten and pictures 0. */
export const baccaratPoints = (card: Card): number =>
  card.rank === 'A' ? 1 : rankValue(card) >= 10 ? 0 : rankValue(card)

/**
 * Baccarat (punto banco): eight decks, two cards each in turn, the player's first, and third cards by the fixed table.
 * @example baccarat(seeds).winner // 'player', 'banker' or 'tie'
 */
export function baccarat(seeds: Seeds): Baccarat {
  const next = shoeFrom(seeds, 8)
  const player = [next()]
  const banker = [next()]
  player.push(next())
  banker.push(next())
  const isNatural = totalOf(player) >= 8 || totalOf(banker) >= 8
  if (!isNatural && totalOf(player) <= 5) player.push(next())
  const third = player[2] && baccaratPoints(player[2])
  if (!isNatural && bankerDraws(totalOf(banker), third)) banker.push(next())
  const [playerTotal, bankerTotal] = [totalOf(player), totalOf(banker)]
  const winner = playerTotal > bankerTotal ? 'player' : playerTotal < bankerTotal ? 'banker' : 'tie'
  return { player, banker, playerTotal, bankerTotal, winner }
}

/** Whether the banker takes a third card, by its total and the points of the player's third card, if there is one. */
export function bankerDraws(total: number, third: number | undefined): boolean {
  if (third === undefined) return total <= 5
  if (total <= 2) return true
  if (total === 3) return third !== 8
  if (total === 4) return third >= 2 && third <= 7
  if (total === 5) return third >= 4 && third <= 7
  return total === 6 && (third === 6 || third === 7)
}

const totalOf = (hand: Card[]): number => hand.reduce((sum, card) => sum + baccaratPoints(card), 0) % 10
