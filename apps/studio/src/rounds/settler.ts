import { wait, type SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Wallet, WalletAnswer, WinCall } from '../wallet/wallet.ts'
import type { EndState, SharedBet } from './change.ts'

/** Ends bets at the wallet: pays, books a loss, or gives back, with one id for each until the answer is decided. */
export interface Settler<Bet> {
  push(bet: Bet): void
  /** Bets whose end the wallet has not decided yet. */
  pending(): Iterable<Bet>
  stop(): void
}

export interface SettlerParts<Bet> {
  walletOf(bet: Bet): Wallet
  clock: SteadyClock
  log: Log
  game: string
  /** Surrounds a call, so that balances of overlapping calls do not count as the newest. */
  call<Answer extends WalletAnswer | WalletAnswer[]>(bets: Bet[], run: () => Promise<Answer>): Promise<Answer>
  ended(bet: Bet, state: EndState, code: string): void
}

const callsAtOnce = 32
/** So many ends at the most go to the wallet in one call, which is one posting group there. */
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
      // The place in the queue is given up while waiting, so that one unlucky call holds up nobody.
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
      // Bets that end in the same step are settled together.
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

/**
 * The next call's bets and those after it: one to give back, or as many ends as fit into one call, a player's own next to each other.
 */
function nextGroup<Bet extends SharedBet>(queue: Bet[], walletOf: (bet: Bet) => Wallet): [group: Bet[], rest: Bet[]] {
  const [first] = queue
  if (!first || first.state === 'rolling') return [queue.slice(0, 1), queue.slice(1)]
  const wallet = walletOf(first)
  const group = queue.filter((bet) => bet.state !== 'rolling' && walletOf(bet) === wallet).slice(0, groupSize)
  const taken = new Set(group)
  return [group, queue.filter((bet) => !taken.has(bet))]
}

/** Asks the wallet for the ends of a group, one answer for each bet. */
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

/** A rollback of a bet that the wallet never saw, or undid already, is done as well. */
function endState(bet: SharedBet, code: string): EndState {
  if (bet.state === 'rolling') return ['ok', 'bet_unknown', 'bet_rolled_back'].includes(code) ? 'rolled_back' : 'stuck'
  if (code !== 'ok') return 'stuck'
  return bet.state === 'lost' ? 'closed' : 'paid'
}
