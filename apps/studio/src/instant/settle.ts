import { wait, type SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Db, Query } from '../platform/db.ts'
import type { Wallet, WalletAnswer } from '../wallet/wallet.ts'
import { gameOf } from './games.ts'
import { payoutOf, type Standing } from './rules.ts'
import { findPair } from './seeds.ts'
import { findRound, moveRound, type Round } from './store.ts'

/** Final state of a round and the balance reported by the wallet. */
export interface Settled {
  round: Round
  balance: bigint | null
}

export interface Settler {
  /** Asks the wallet until the round rests: refused, open, settled or rolled back. One asker a round at a time. */
  settle(round: Round): Promise<Settled>
  isAsking(id: string): boolean
  /** State of the round by its rules, inside a transaction. Undefined if its last action is not possible. */
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

/** How long a stake is asked for before it is given up and rolled back. */
const patienceMs = 15_000
const firstPauseMs = 250
const longestPauseMs = 30_000
const remembered = 5000

type Step = { state: Round['state']; code: string; multiplier?: number; payout?: bigint } | 'again'

/** Long because each step of a round's settlement shares the askers and seeds kept here. */
export function openSettler({ db, clock, log, key, walletOf }: SettlerParts): Settler {
  const asking = new Map<string, Promise<Settled>>()
  let isStopped = false

  // The two seeds of a pair that is played never change, and every look at a round needs them.
  const pairs = new Map<string, { serverSeed: string; clientSeed: string }>()

  async function replay(round: Round, on: Query): Promise<Standing | undefined> {
    let pair = pairs.get(round.pair)
    if (!pair) {
      if (pairs.size >= remembered) pairs.clear()
      pair = await findPair(on, key, round.pair)
      pairs.set(round.pair, pair)
    }
    const { serverSeed, clientSeed } = pair
    return gameOf(round.game)?.play(
      { serverSeed, clientSeed, nonce: round.nonce },
      round.options,
      round.actions as object[],
      round.isCashedOut,
    )
  }

  async function standing(round: Round, on: Query = db): Promise<Standing> {
    const found = await replay(round, on)
    if (!found) throw new Error(`round ${round.id} cannot be replayed`)
    return found
  }

  async function run(first: Round): Promise<Settled> {
    let round = first
    let balance: bigint | null = null
    let pauseMs = firstPauseMs
    while (!isStopped && ['intent', 'rolling', 'settling'].includes(round.state)) {
      const isLate = clock.nowMs() - round.createdMs > patienceMs
      const step: Step =
        round.state === 'intent' && isLate
          ? { state: 'rolling', code: 'wallet_unknown' }
          : await ask(round, (newest) => (balance = newest))
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
      // Another process may have been first; its row is the truth.
      round = moved ?? (await findRound(db, round.id)) ?? round
    }
    return { round, balance }
  }

  async function ask(round: Round, noteBalance: (balance: bigint) => void): Promise<Step> {
    const now = await standing(round)
    const wallet = walletOf(round.demo)
    const common = { session: round.walletSession, roundId: round.id }
    const priced = { ...common, game: round.game, currency: round.currency }
    const noted = (answer: WalletAnswer): WalletAnswer => {
      if (answer.isDecided && answer.balance !== null) noteBalance(answer.balance)
      return answer
    }
    // A game of one step is over with its stake, so both go in one call.
    const stake = async (): Promise<WalletAnswer> =>
      noted(
        now.isOver && round.actions.length === 0
          ? await wallet.betwin({
              ...priced,
              txId: round.id,
              betAmount: round.stake,
              winAmount: payoutOf(round.stake, now.multiplier),
            })
          : await wallet.bet({ ...priced, txId: round.id, amount: round.stake }),
      )
    const accepted = (): Step =>
      now.isOver
        ? {
            state: 'settled',
            code: 'ok',
            multiplier: now.multiplier,
            payout: payoutOf(round.stake, now.multiplier),
          }
        : { state: 'open', code: 'ok' }

    if (round.state === 'intent') {
      const answer = await stake()
      if (!answer.isDecided) return 'again'
      if (answer.code === 'ok') return accepted()
      return { state: answer.code === 'bet_rolled_back' ? 'rolled_back' : 'refused', code: answer.code }
    }
    if (round.state === 'settling') {
      const win = { ...priced, txId: `${round.id}.end`, refTxId: round.id, amount: round.payout }
      const answer = noted(await wallet.win(win))
      if (!answer.isDecided) return 'again'
      return { state: answer.code === 'ok' ? 'settled' : 'stuck', code: answer.code }
    }
    const answer = noted(await wallet.rollback({ ...common, txId: `${round.id}.back`, refTxId: round.id }))
    if (!answer.isDecided) return 'again'
    const why = round.code ?? 'wallet_unknown'
    if (['ok', 'bet_rolled_back'].includes(answer.code)) return { state: 'rolled_back', code: why }
    if (!now.isOver) return { state: 'stuck', code: answer.code }
    // A stake that came with its win cannot be given back once taken: then the same call says so, and the round counts.
    const again = await stake()
    if (!again.isDecided) return 'again'
    if (again.code === 'ok') return accepted()
    return { state: again.code === 'bet_rolled_back' ? 'rolled_back' : 'stuck', code: again.code }
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
