import type { Metrics } from '@dhow/platform/metrics'
import type { Wallet, WalletAnswer } from './wallet.ts'

/** Wraps a wallet to measure the time of each call that moves money. */
export function measuredWallet(wallet: Wallet, metrics: Metrics, nowMs: () => number): Wallet {
  async function measured<Answer extends WalletAnswer | WalletAnswer[]>(call: string, answer: Promise<Answer>) {
    const since = nowMs()
    const known = await answer
    const outcome = [known].flat().every(({ isDecided }) => isDecided) ? 'decided' : 'unknown'
    metrics.observe('dhow_wallet_answer_seconds', { call, outcome }, (nowMs() - since) / 1_000)
    return known
  }
  return {
    ...wallet,
    bet: (call) => measured('bet', wallet.bet(call)),
    win: (call) => measured('win', wallet.win(call)),
    wins: (calls) => measured('wins', wallet.wins(calls)),
    betwin: (call) => measured('betwin', wallet.betwin(call)),
    rollback: (call) => measured('rollback', wallet.rollback(call)),
  }
}
