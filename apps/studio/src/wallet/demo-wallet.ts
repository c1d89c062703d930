import type { Wallet, WalletAnswer } from './wallet.ts'

const startMinor = 100_000n
const most = 50_000

/**
 * Play money inside the studio, for visitors without an account. In memory only: after a restart visitors start with 1,000 again. Follows the real
 * wallet's rules, so that a demo uses the same code path.
 */
export function openDemoWallet(): Wallet {
  const purses = new Map<string, { balance: bigint; done: Map<string, bigint> }>()
  const purseOf = (session: string) => {
    let purse = purses.get(session)
    if (!purse) {
      purse = { balance: startMinor, done: new Map() }
      purses.set(session, purse)
      if (purses.size > most) forgetOldest(purses)
    }
    return purse
  }
  const once = (session: string, txId: string, change: bigint, stake = -change): Promise<WalletAnswer> => {
    const purse = purseOf(session)
    if (!purse.done.has(txId)) {
      if (purse.balance < stake) return answer('insufficient_funds', purse.balance)
      purse.balance += change
      purse.done.set(txId, change)
      if (purse.done.size > 64) forgetOldest(purse.done)
    }
    return answer('ok', purse.balance)
  }
  const answer = (code: string, balance: bigint): Promise<WalletAnswer> =>
    Promise.resolve({ isDecided: true, code, balance })
  return {
    authenticate: () => Promise.resolve({ code: 'session_unknown' }),
    balance: (session) => answer('ok', purseOf(session).balance),
    bet: (call) => once(call.session, call.txId, -call.amount),
    win: (call) => once(call.session, call.txId, call.amount),
    wins: (calls) => Promise.all(calls.map((call) => once(call.session, call.txId, call.amount))),
    betwin: (call) => once(call.session, call.txId, call.winAmount - call.betAmount, call.betAmount),
    rollback: (call) => once(call.session, call.txId, -(purseOf(call.session).done.get(call.refTxId) ?? 0n)),
    commit: () => Promise.resolve('none'),
    close: () => purses.clear(),
  }
}

/** Removes the oldest entry. */
function forgetOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key)
    return
  }
}
