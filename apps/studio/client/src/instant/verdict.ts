import type { RoundView } from '../../../src/instant/messages.ts'
import { setClass, setText } from '../dom.ts'
import { times } from './draw.ts'

/** Shows the multiplier of a round, for games whose board does not show it large; only a payout above the stake is marked as a win. */
export function showVerdict(element: Element, round: RoundView | null, isShown: boolean): void {
  const isOver = round !== null && (round.state === 'settled' || round.state === 'settling')
  setText(element, isOver && isShown ? times(round.multiplier) : '')
  setClass(element, `verdict ${isOver && round.payout > round.stake ? 'is-won' : ''}`)
}
