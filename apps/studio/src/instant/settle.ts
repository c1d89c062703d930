import { wait, type SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Db, Query } from '../platform/db.ts'
import type { Wallet } from '../wallet/wallet.ts'
import { openReplay } from './replay.ts'
import type { Standing } from './rules.ts'
import { findRound, moveRound, type Round } from './store.ts'
import { askWallet, type Step } from './wallet-step.ts'

/** Final state of a round and the balance reported by the wallet. */
export interface Settled {
  round: Round
  balance: bigint | null
}

export interface Settler {
  /** Calls the wallet until the round is refused, open, settled or rolled back. One caller for each round at a time. */
  settle(round: Round): Promise<Settled>
  isAsking(id: string): boolean
  /** The round's standing by its rules, inside a transaction; undefined if its last action is not possible. */
  replay(round: Round, on: Query): Promise<Standing | undefined>
  standing(round: Round, on?: Query): Promise<Standing>
  stop(): void
}

export interface SettlerParts {
  db: Db
  clock: SteadyClock
  log: Log
  key: Buffer
  walletOf(demo: boolean): Wallet
}

/** Time limit of a stake before it is rolled back. */
const patienceMs = 15_000
const firstPauseMs = 250
const longestPauseMs = 30_000

export function openSettler({ db, clock, log, key, walletOf }: SettlerParts): Settler {
  const asking = new Map<string, Promise<Settled>>()
  let isStopped = false

  const { replay, standing } = openReplay({ db, key })

  async function run(first: Round): Promise<Settled> {
    let round = first
    let balance: bigint | null = null
    let pauseMs = firstPauseMs
    while (!isStopped && ['intent', 'rolling', 'settling'].includes(round.state)) {
      const isLate = clock.nowMs() - round.createdMs > patienceMs
      const step: Step =
        round.state === 'intent' && isLate
          ? { state: 'rolling', code: 'wallet_unknown' }
          : await askWallet(round, await standing(round), walletOf(round.demo), (newest) => (balance = newest))
      if (isStopped) break
      if (step === 'again') {
        await wait(clock, pauseMs)
        pauseMs = Math.min(pauseMs * 2, longestPauseMs)
        continue
      }
      if (step.state === 'stuck')
        log.error({ round: round.id, state: round.state, code: step.code }, 'a round is stuck')
      const { multiplier, payout } = { multiplier: round.multiplier, payout: round.payout, ...step }
      const to = { state: step.state, multiplier, payout, code: step.code === 'ok' ? null : step.code }
      const moved = await moveRound(db, round.id, { ...to, nowMs: clock.nowMs() })
      // Another process may have been first; its row counts.
      round = moved ?? (await findRound(db, round.id)) ?? round
    }
    return { round, balance }
  }

  return {
    settle(round) {
      const before = asking.get(round.id)
      if (before) return before
      const running = run(round).finally(() => asking.delete(round.id))
      asking.set(round.id, running)
      return running
    },
    isAsking: (id) => asking.has(id),
    replay,
    standing,
    stop() {
      isStopped = true
    },
  }
}
