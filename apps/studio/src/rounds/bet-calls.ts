import type { EndState, SharedBet, StakeAnswer } from './change.ts'
import { isDue } from './change.ts'
import { openStakeCalls } from './ask-stakes.ts'
import type { RoundsParts } from './parts.ts'
import { openSettler } from './settler.ts'
import { trackBalances } from './track-balances.ts'

interface BetCallParts<Bet extends SharedBet> extends Pick<
  RoundsParts<never, Bet>,
  'clock' | 'log' | 'game' | 'walletOf' | 'balanceKnown'
> {
  isStopped(): boolean
  /** Stored bets that need a call, including accepted ones and intents of earlier rounds. */
  due(limit: number): Promise<Bet[]>
  answered(bet: Bet, answer: StakeAnswer): Promise<void>
  ended(bet: Bet, state: EndState, code: string): Promise<void>
  lost(bet: Bet): Promise<void>
}

const dueAtOnce = 5000

/** The table's calls to the wallet: debit stakes; pay, close or return bets. */
export function openBetCalls<Bet extends SharedBet>(parts: BetCallParts<Bet>) {
  const { clock, log, game, walletOf, isStopped } = parts
  const call = trackBalances<Bet>({ walletOf, isStopped, known: parts.balanceKnown })
  const settler = openSettler<Bet>({
    ...{ walletOf, clock, log, game, call },
    ended: (bet, state, code) => void parts.ended(bet, state, code),
  })
  const stakes = openStakeCalls<Bet>({ clock, game, walletOf, call, isStopped, answered: parts.answered })

  return {
    ask: (bet: Bet, untilMs: number): void => void stakes.ask(bet, untilMs),
    settle(bets: readonly Bet[]): void {
      for (const bet of bets) if (isDue(bet)) settler.push(bet)
    },
    /** Ends bets left by an earlier process or a call without an answer. */
    async clean(): Promise<void> {
      const left: Promise<void>[] = []
      for (const bet of await parts.due(dueAtOnce)) {
        // An intent of an earlier round was left by a crash: its stake may be debited, so return it.
        if (stakes.isAsking(bet)) continue
        if (bet.state === 'intent') left.push(parts.answered(bet, 'unknown'))
        // Its round's end was written, but not its loss.
        else if (bet.state === 'accepted') left.push(parts.lost(bet))
        else settler.push(bet)
      }
      await Promise.all(left)
    },
    /** Bets whose end is not decided by the wallet yet. */
    pending: settler.pending,
    stop: settler.stop,
  }
}
