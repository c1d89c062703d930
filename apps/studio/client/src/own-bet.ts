import type { OwnBet } from '../../src/crash/messages.ts'
import { isEnded } from './panel-look.ts'
import type { GameState } from './state.ts'

/** Follows the bets of one panel from round to round. */
export function followOwnBet(index: 0 | 1) {
  /** The bet whose end this page still waits for, and the last one whose end was shown after the fact. */
  let awaited = ''
  let recapped = ''
  return {
    /**
     * The newest bet of the panel. One of a round before shows until its end is known (`isPast`); an end that came while the page was away is
     * `missed`, once, so that it is shown in words.
     */
    newest(state: GameState): { bet: OwnBet | undefined; isPast: boolean; isMissed: boolean } {
      const [bet] = state.mine.filter((one) => one.panel === index).sort((a, b) => b.no - a.no || b.seq - a.seq)
      const isPast = bet !== undefined && state.round !== null && bet.no < state.round.no && isEnded(bet)
      const isMissed = isPast && bet.id !== recapped && (bet.id === awaited || bet.code === 'interrupted')
      if (isPast) recapped = bet.id
      // Kept while no bet shows: the end of one of a round before may come a moment after it left the table.
      else if (bet) awaited = isEnded(bet) ? '' : bet.id
      return { bet, isPast, isMissed }
    },
  }
}
