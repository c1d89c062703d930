import { wait, type SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Wallet, WalletAnswer, WinCall } from '../wallet/wallet.ts'
import type { EndState, SharedBet } from './change.ts'

/** Settles bets at the wallet: pays, reports a loss, or rolls back, with one id each until the answer is decided. */
export interface Settler<Bet> {
  push(bet: Bet): void
  /** Bets whose end is not decided by the wallet yet. */
  pending(): Iterable<Bet>
  stop(): void
}

export interface SettlerParts<Bet> {
  walletOf(bet: Bet): Wallet
  clock: SteadyClock
  log: Log
  game: string
  /** Wraps a call, so that balances of overlapping calls are not taken as the newest. */
  call<Answer extends WalletAnswer | WalletAnswer[]>(bets: Bet[], run: () => Promise<Answer>): Promise<Answer>
  ended(bet: Bet, state: EndState, code: string): void
}

const callsAtOnce = 32
/** Most ends in one wallet call, which is one posting group there. */
const groupSize = 100
const firstPauseMs = 500
const longestPauseMs = 30_000

export function openSettler<Bet extends SharedBet>(parts: SettlerParts<Bet>): Settler<Bet> {
  const { clock, log, call, ended } = parts
  const pending = new Map<string, Bet>()
  let queue: Bet[] = []
  let running = 0
  let isWaiting = false
  let isStopped = false

  async function settle(group: Bet[]): Promise<void> {
    let open = group
    for (let pauseMs = firstPauseMs; !isStopped; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const answers = await call(open, () => askEnds(open, parts))
      const undecided: Bet[] = []
      for (const [index, bet] of open.entries()) {
        const answer = answers[index]
        if (answer?.isDecided) end(bet, answer.code)
        else undecided.push(bet)
      }
      if (undecided.length === 0) return
      open = undecided
      // Release the slot while waiting, so that one failing call does not block others.
      running--
      next()
      await wait(clock, pauseMs)
      running++
    }
  }

  function end(bet: Bet, code: string): void {
    const state = endState(bet, code)
    if (state === 'stuck') log.error({ bet: bet.id, state: bet.state, code }, 'a bet cannot be settled')
    pending.delete(bet.id)
    ended(bet, state, code)
  }

  function next(): void {
    while (running < callsAtOnce && queue.length > 0 && !isStopped) {
      running++
      const [group, rest] = nextGroup(queue, parts.walletOf)
      queue = rest
      void settle(group).finally(() => {
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
      if (isWaiting) return
      // Collect bets that end in the same step.
      isWaiting = true
      queueMicrotask(() => {
        isWaiting = false
        next()
      })
    },
    pending: () => pending.values(),
    stop() {
      isStopped = true
    },
  }
}

/** Splits off the next call's bets: one rollback, or as many ends as fit, a player's own next to each other. */
function nextGroup<Bet extends SharedBet>(queue: Bet[], walletOf: (bet: Bet) => Wallet): [group: Bet[], rest: Bet[]] {
  const [first] = queue
  if (!first || first.state === 'rolling') return [queue.slice(0, 1), queue.slice(1)]
  const wallet = walletOf(first)
  const group = queue.filter((bet) => bet.state !== 'rolling' && walletOf(bet) === wallet).slice(0, groupSize)
  const taken = new Set(group)
  return [group, queue.filter((bet) => !taken.has(bet))]
}

/** Sends the ends of a group to the wallet; one answer for each bet. */
async function askEnds<Bet extends SharedBet>(
  group: Bet[],
  { walletOf, game }: Pick<SettlerParts<Bet>, 'walletOf' | 'game'>,
): Promise<WalletAnswer[]> {
  const winOf = (bet: Bet): WinCall => ({
    session: bet.walletSession,
    refTxId: bet.id,
    roundId: bet.round,
    txId: `${bet.id}.end`,
    game,
    amount: bet.payout,
    currency: bet.currency,
  })
  const [first, ...others] = group
  if (!first) return []
  const wallet = walletOf(first)
  if (first.state === 'rolling') {
    const { walletSession, id, round } = first
    return [await wallet.rollback({ session: walletSession, refTxId: id, roundId: round, txId: `${id}.back` })]
  }
  return others.length === 0 ? [await wallet.win(winOf(first))] : wallet.wins(group.map(winOf))
}

/** End state by the wallet's code. A rollback of an unknown or already undone bet is done, too. */
function endState(bet: SharedBet, code: string): EndState {
  if (bet.state === 'rolling') return ['ok', 'bet_unknown', 'bet_rolled_back'].includes(code) ? 'rolled_back' : 'stuck'
  if (code !== 'ok') return 'stuck'
  return bet.state === 'lost' ? 'closed' : 'paid'
}
