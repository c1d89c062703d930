import type { RoundView } from '../../../src/instant/messages.ts'
import { setClass, setText } from '../dom.ts'
import { times } from './draw.ts'

/** Result of a round, in the same place in all games whose board does not show it large; a return below the stake is no gain. */
export function showVerdict(element: Element, round: RoundView | null, isShown: boolean): void {
  const isOver = round !== null && (round.state === 'settled' || round.state === 'settling')
  setText(element, isOver && isShown ? times(round.multiplier) : '')
  setClass(element, `verdict ${isOver && round.payout > round.stake ? 'is-won' : ''}`)
}
