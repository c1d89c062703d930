import type { SteadyClock } from '@dhow/platform/clock'
import type { ListedBet, PublicEvent, RoundView, Snapshot } from './messages.ts'
import type { Priority } from '../live/edge-messages.ts'
import type { Bet, Round } from './table.ts'

/**
 * Public view of the table, as numbered events and as a snapshot. Bets and cash-outs of many players are gathered
 * into one event at a time, and only the largest stakes are listed by name: a minute of watching stays within a few kilobytes.
 */
export interface Feed {
  roundChanged(round: Round, before: Round | null): void
  betsChanged(bets: Bet[]): void
  snapshot(): Snapshot
  stop(): void
}

const listed = 24
/** While bets come the list is in the making: it is whole at take-off. Cash-outs are sent sooner. */
const gatherMs = { betting: 2_000, otherwise: 900 }
const remembered = 20

/** Long because its functions share what of the round was sent already. */
export function openFeed(
  clock: SteadyClock,
  chain: string,
  last: [no: number, crash: number][],
  send: (event: PublicEvent, priority: Priority) => void,
): Feed {
  let n = 0
  let round: RoundView | null = null
  let roundId = ''
  /** The bets in the round, and which of them were sent to the pages. */
  let bets = new Map<number, ListedBet>()
  let shown = new Map<number, ListedBet>()
  let sent = new Set<number>()
  let sentCashOuts = new Set<number>()
  let sentCount = 0
  let gathering: (() => void) | null = null

  function flush(): void {
    gathering?.()
    gathering = null
    const top = [...bets.values()].sort((a, b) => b[2] - a[2] || a[0] - b[0]).slice(0, listed)
    const add = top.filter(([seq]) => !sent.has(seq))
    const drop = [...sent].filter((seq) => !bets.has(seq))
    const cashOuts: [number, number][] = []
    for (const seq of sent) {
      const cashedOutAt = bets.get(seq)?.[4] ?? 0
      if (cashedOutAt > 0 && !sentCashOuts.has(seq)) cashOuts.push([seq, cashedOutAt])
    }
    if (add.length + drop.length + cashOuts.length === 0 && sentCount === bets.size) return
    for (const bet of add) sent.add(bet[0])
    for (const seq of drop) sent.delete(seq)
    for (const [seq] of cashOuts) sentCashOuts.add(seq)
    for (const bet of add) if (bet[4] > 0) sentCashOuts.add(bet[0])
    shown = new Map(top.map((bet) => [bet[0], bet]))
    sentCount = bets.size
    send({ t: 'bets', n: ++n, add: add.map(copy), drop, cashOuts, count: bets.size }, 'soon')
  }

  function gather(): void {
    gathering ??= clock.after(round?.phase === 'betting' ? gatherMs.betting : gatherMs.otherwise, () => {
      gathering = null
      flush()
    })
  }

  return {
    roundChanged(next, before) {
      if (next.id !== roundId) {
        roundId = next.id
        bets = new Map()
        shown = new Map()
        sent = new Set()
        sentCashOuts = new Set()
        sentCount = 0
      } else {
        flush()
      }
      const isShown = next.phase === 'over' || next.phase === 'void'
      round = {
        no: next.number,
        phase: next.phase,
        closes: next.closesMs,
        takeoff: next.takeoffMs,
        started: next.startedMs,
        crash: isShown ? next.crash : null,
      }
      if (next.phase === 'betting') {
        send({ t: 'open', n: ++n, no: next.number, closes: next.closesMs, takeoff: next.takeoffMs }, 'now')
      }
      if (next.startedMs !== null && before?.phase !== 'flight') send({ t: 'fly', n: ++n, at: next.startedMs }, 'now')
      if (next.phase === 'over') {
        last.unshift([next.number, next.crash])
        last.length = Math.min(last.length, remembered)
        send({ t: 'crash', n: ++n, no: next.number, crash: next.crash, hash: next.hash }, 'now')
      }
      if (next.phase === 'void') send({ t: 'void', n: ++n, no: next.number }, 'now')
    },
    betsChanged(changed) {
      for (const bet of changed) {
        if (bet.round !== roundId || bet.demo) continue
        if (bet.state === 'accepted' || bet.state === 'cashed') {
          bets.set(bet.seq, [bet.seq, beginning(bet.name), Number(bet.stake), bet.currency, bet.cashedAt ?? 0])
          gather()
        } else if (bet.state === 'rolling' && bets.delete(bet.seq)) {
          gather()
        }
      }
    },
    snapshot: () => ({
      t: 'snap',
      n,
      now: Math.round(clock.nowMs()),
      chain,
      round,
      list: [...shown.values()].map((bet) => copy(bets.get(bet[0]) ?? bet)),
      count: sentCount,
      last: [...last],
    }),
    stop: () => gathering?.(),
  }
}

/** Other players see the first two letters of a name, and no more of it leaves the server. */
const beginning = (name: string): string => Array.from(name).slice(0, 2).join('')

const copy = (bet: ListedBet): ListedBet => [...bet]
