import type { OwnBet } from '../../src/crash/messages.ts'
import { isEnded } from './panel-look.ts'
import type { GameState } from './state.ts'

/** Tracks the bets of one panel over rounds. */
export function trackOwnBet(index: 0 | 1) {
  /** Bet whose end is still awaited, and the last one whose end was shown late. */
  let awaited = ''
  let recapped = ''
  return {
    /**
     * The panel's newest bet. `isPast`: it ended in an earlier round. `isMissed`: it ended while the page was disconnected; reported once, so that
     * the page says so.
     */
    newest(state: GameState): { bet: OwnBet | undefined; isPast: boolean; isMissed: boolean } {
      const [bet] = state.mine.filter((one) => one.panel === index).sort((a, b) => b.no - a.no || b.seq - a.seq)
      const isPast = bet !== undefined && state.round !== null && bet.no < state.round.no && isEnded(bet)
      const isMissed = isPast && bet.id !== recapped && (bet.id === awaited || bet.code === 'interrupted')
      if (isPast) recapped = bet.id
      // Kept without a bet, because a bet's end may arrive just after it left the table.
      else if (bet) awaited = isEnded(bet) ? '' : bet.id
      return { bet, isPast, isMissed }
    },
  }
}
