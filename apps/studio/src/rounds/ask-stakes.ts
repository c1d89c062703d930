import { wait, type SteadyClock } from '@dhow/platform/clock'
import type { Wallet, WalletAnswer } from '../wallet/wallet.ts'
import type { SharedBet, StakeAnswer } from './change.ts'

interface StakeParts<Bet extends SharedBet> {
  clock: SteadyClock
  game: string
  walletOf(bet: Bet): Wallet
  /** Wraps a call, so that balances of overlapping calls are not taken as the newest. */
  call(bets: Bet[], run: () => Promise<WalletAnswer>): Promise<WalletAnswer>
  isStopped(): boolean
  answered(bet: Bet, answer: StakeAnswer): Promise<void>
}

/** Pause before a stake call is repeated, while there is time; then it is rolled back. */
const repeatMs = 250

/** Debits the stakes of created bets at the wallet. */
export function openStakeCalls<Bet extends SharedBet>(parts: StakeParts<Bet>) {
  const { clock, game, walletOf, call, isStopped, answered } = parts
  /** Bets with a stake call under way; the clean-up job skips them. */
  const asking = new Set<string>()

  async function ask(bet: Bet, untilMs: number): Promise<void> {
    asking.add(bet.id)
    const { walletSession: session, id: txId, round: roundId, stake: amount, currency } = bet
    const attempt = () => call([bet], () => walletOf(bet).bet({ session, txId, roundId, game, amount, currency }))
    let answer = await attempt()
    while (!answer.isDecided && clock.nowMs() + repeatMs < untilMs && !isStopped()) {
      await wait(clock, repeatMs)
      answer = await attempt()
    }
    if (isStopped()) return
    await answered(bet, answer.isDecided ? { isAccepted: answer.code === 'ok', code: answer.code } : 'unknown').catch(
      // A failed write has already stopped the table.
      () => undefined,
    )
    asking.delete(bet.id)
  }

  return { ask, isAsking: (bet: Bet) => asking.has(bet.id) }
}
