import type { Wallet, WalletAnswer } from '../wallet/wallet.ts'
import type { SharedBet } from './change.ts'

interface BalanceParts<Bet extends SharedBet> {
  walletOf(bet: Pick<Bet, 'demo'>): Wallet
  /** True once the table has stopped, which makes no more wallet calls. */
  isStopped(): boolean
  /** Called with a player’s newest balance, in minor units. */
  known(player: string, balance: bigint): void
}

/**
 * Wraps wallet calls and finds the newest balance. Balances of overlapping calls have no certain order, so the wallet is asked once more when the last
 * of them has ended.
 */
export function trackBalances<Bet extends SharedBet>({ walletOf, isStopped, known }: BalanceParts<Bet>) {
  /** By player: number of calls under way, and whether some overlapped. */
  const calls = new Map<string, { open: number; isMixed: boolean }>()

  /** Runs a call for `bets`; returns one answer for all, or one for each in order. */
  return async <Answer extends WalletAnswer | WalletAnswer[]>(
    bets: Bet[],
    run: () => Promise<Answer>,
  ): Promise<Answer> => {
    // Within one call, a player's last answer is the newest.
    const lastOf = new Map(bets.map((bet, index) => [bet.player, { bet, index }]))
    const opened = [...lastOf].map(([player, last]) => {
      const open = calls.get(player) ?? { open: 0, isMixed: false }
      calls.set(player, open)
      if (++open.open > 1) open.isMixed = true
      return { player, open, ...last }
    })
    const answer = await run()
    const answers: WalletAnswer[] = Array.isArray(answer) ? answer : [answer]
    const mixed: Promise<void>[] = []
    for (const { player, open, bet, index } of opened) {
      if (--open.open > 0) continue
      calls.delete(player)
      if (isStopped()) continue
      const note = (newest: WalletAnswer | undefined): void => {
        if (newest?.isDecided && newest.balance !== null) known(player, newest.balance)
      }
      if (open.isMixed) mixed.push(walletOf(bet).balance(bet.walletSession).then(note))
      else note(answers[index])
    }
    if (mixed.length > 0) await Promise.all(mixed)
    return answer
  }
}
