import type { OwnBet } from '../../../src/tables/messages.ts'
import { isReturned, isOnTable, type TableState } from './state.ts'
import type { Words } from './words.ts'

/** The player's stakes of a round, except refused and returned ones. */
export const ownOf = ({ mine }: TableState, no: number): OwnBet[] =>
  mine.filter((bet) => bet.no === no && isOnTable(bet))

/** Sum on each field of these stakes, in minor units. */
export function sumsOf(bets: OwnBet[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { field, stake } of bets) sums.set(field, (sums.get(field) ?? 0) + stake)
  return sums
}

/** Sums of stakes and payouts; an undecided stake has no payout yet. */
export function sumOf(own: OwnBet[]): { stake: number; payout: number } {
  return {
    stake: own.reduce((sum, bet) => sum + bet.stake, 0),
    payout: own.reduce((sum, bet) => sum + bet.payout, 0),
  }
}

/** State of the player's stakes of a round in words; good only if the payout exceeds the stake. */
export function statusOf(
  state: TableState,
  no: number,
  words: Words,
  money: (minor: number) => string,
): { text: string; isGood: boolean } {
  const own = ownOf(state, no)
  if (own.some((bet) => bet.state === 'stuck')) return { text: words.stuck, isGood: false }
  if (own.length === 0) {
    const back = state.mine.some((bet) => bet.no === no && isReturned(bet))
    return { text: back ? words.returned : '', isGood: false }
  }
  const { stake, payout } = sumOf(own)
  if (own.some((bet) => bet.state === 'intent' || bet.state === 'accepted'))
    return { text: words.staked(money(stake)), isGood: false }
  if (payout === 0) return { text: words.lost(money(stake)), isGood: false }
  if (own.some((bet) => bet.state === 'won')) return { text: words.paying(money(payout)), isGood: false }
  if (payout < stake) return { text: words.part(money(payout), money(stake)), isGood: false }
  if (payout === stake) return { text: words.even(money(stake)), isGood: false }
  return { text: words.paid(money(payout), money(stake)), isGood: true }
}
