import { wait, type Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Wallet, WalletAnswer } from '../wallet/wallet.ts'
import type { Bet } from './table.ts'

/** Ends bets at the wallet: pays, tells of a loss, or gives back, with one id for each until the answer is decided. */
export interface Settler {
  push(bet: Bet): void
  /** Bets whose end the wallet has not decided yet. */
  pending(): Iterable<Bet>
  stop(): void
}

export interface SettlerParts {
  walletOf(bet: Bet): Wallet
  clock: Clock
  log: Log
  game: string
  /** Surrounds a call, so that balances of overlapping calls are not taken for the newest. */
  call(bet: Bet, run: () => Promise<WalletAnswer>): Promise<WalletAnswer>
  ended(bet: Bet, state: 'rolled_back' | 'paid' | 'closed' | 'stuck', code: string): void
}

const atOnce = 64
const firstPauseMs = 500
const longestPauseMs = 30_000

export function openSettler({ walletOf, clock, log, game, call, ended }: SettlerParts): Settler {
  const pending = new Map<string, Bet>()
  const queue: Bet[] = []
  let running = 0
  let isStopped = false

  async function settle(bet: Bet): Promise<void> {
    for (let pauseMs = firstPauseMs; !isStopped; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const answer = await call(bet, () => ask(bet))
      if (answer.isDecided) {
        const state = endState(bet, answer.code)
        if (state === 'stuck')
          log.error({ bet: bet.id, state: bet.state, code: answer.code }, 'a bet cannot be settled')
        pending.delete(bet.id)
        ended(bet, state, answer.code)
        return
      }
      // The place in the queue is given up while waiting, so that one unlucky bet holds up nobody.
      running--
      next()
      await wait(clock, pauseMs)
      running++
    }
  }

  function ask(bet: Bet): Promise<WalletAnswer> {
    const wallet = walletOf(bet)
    const common = { session: bet.walletSession, refTxId: bet.id, roundId: bet.round }
    if (bet.state === 'rolling') return wallet.rollback({ ...common, txId: `${bet.id}.back` })
    return wallet.win({ ...common, txId: `${bet.id}.end`, game, amount: bet.payout, currency: bet.currency })
  }

  function next(): void {
    while (running < atOnce && queue.length > 0 && !isStopped) {
      running++
      void settle(queue.shift()!).finally(() => {
        running--
        next()
      })
    }
  }

  return {
    push(bet) {
      if (pending.has(bet.id) || isStopped) return
      pending.set(bet.id, bet)
      queue.push(bet)
      next()
    },
    pending: () => pending.values(),
    stop() {
      isStopped = true
    },
  }
}

/** A rollback of a bet that the wallet never saw, or undid already, is done as well. */
function endState(bet: Bet, code: string): 'rolled_back' | 'paid' | 'closed' | 'stuck' {
  if (bet.state === 'rolling') return ['ok', 'bet_unknown', 'bet_rolled_back'].includes(code) ? 'rolled_back' : 'stuck'
  if (code !== 'ok') return 'stuck'
  return bet.state === 'cashed' ? 'paid' : 'closed'
}
