import type { TableNow, TableResult } from '@dhow/contract/tables-now'
import type { SteadyClock } from '@dhow/platform/clock'
import { openPlayersOfRound } from '../rounds/players-of-round.ts'
import { tableNow } from '../rounds/tables-now.ts'
import { roundsShown } from '../rounds/rounds-shown.ts'
import { openGathering } from '../live/gathering.ts'
import { openListedBets } from './listed-bets.ts'
import type { PublicEvent, RoundView, Snapshot } from './messages.ts'
import type { Priority } from '../live/edge-messages.ts'
import type { Bet, Round } from './table.ts'

/**
 * Public view of the table, as numbered events and a snapshot. Batches the bets and cash-outs of many players into one event, and lists only the
 * largest stakes by name: a minute of watching takes a few kilobytes.
 */
export interface Feed {
  roundChanged(round: Round, before: Round | null): void
  betsChanged(bets: Bet[]): void
  snapshot(): Snapshot
  now(): TableNow
  stop(): void
}

/** Multipliers of 2 and more have their own tone. */
const markOf = ([, crash]: [no: number, crash: number]): TableResult => ({
  text: `${(crash / 100).toFixed(2)}×`,
  tone: crash >= 200 ? 'a' : 'b',
})

/** Batching time: longer during betting, as the list is complete only at take-off; shorter for cash-outs. */
const gatherMs = { betting: 2_000, otherwise: 900 }

export function openFeed(
  clock: SteadyClock,
  chain: string,
  last: [no: number, crash: number][],
  send: (event: PublicEvent, priority: Priority) => void,
): Feed {
  let n = 0
  let round: RoundView | null = null
  let roundId = ''
  let bets = openListedBets()
  const players = openPlayersOfRound()
  const delayMs = () => (round?.phase === 'betting' ? gatherMs.betting : gatherMs.otherwise)
  const gathered = openGathering(clock, delayMs, () => {
    const change = bets.drain()
    if (change) send({ t: 'bets', n: ++n, ...change }, 'soon')
  })

  return {
    roundChanged(next, before) {
      if (next.id !== roundId) {
        roundId = next.id
        bets = openListedBets()
        players.clear()
      } else {
        gathered.flush()
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
        last.length = Math.min(last.length, roundsShown)
        send({ t: 'crash', n: ++n, no: next.number, crash: next.crash, hash: next.hash }, 'now')
      }
      if (next.phase === 'void') send({ t: 'void', n: ++n, no: next.number }, 'now')
    },
    betsChanged(changed) {
      for (const bet of changed) {
        if (bet.round !== roundId || bet.demo) continue
        players.note(bet)
        if (bets.note(bet)) gathered.note()
      }
    },
    snapshot: () => ({
      t: 'snap',
      n,
      now: Math.round(clock.nowMs()),
      chain,
      round,
      list: bets.list(),
      count: bets.count(),
      last: [...last],
    }),
    now() {
      const closes = round?.phase === 'betting' ? round.closes : null
      return tableNow('dhow', { closes, last: last.map(markOf), players: players.count() })
    },
    stop: gathered.stop,
  }
}
