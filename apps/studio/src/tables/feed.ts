import type { TableNow } from '@dhow/contract/tables-now'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Chain } from '../rounds/chain.ts'
import { openPlayersOfRound } from '../rounds/players-of-round.ts'
import { tableNow } from '../rounds/tables-now.ts'
import { openGathering } from '../live/gathering.ts'
import { openFieldTotals } from './field-totals.ts'
import type { PublicEvent, RoundView, Snapshot } from './messages.ts'
import type { Priority } from '../live/edge-messages.ts'
import { markOf } from './mark-of.ts'
import { roundsShown } from '../rounds/rounds-shown.ts'
import type { TableGame } from './rules.ts'
import { outcomeOf, type Bet, type Round } from './table.ts'

/**
 * Public view of the table, as numbered events and a snapshot. Sums the stakes of many players by field, and sends nothing that follows from the
 * round's hash and start: a minute of watching takes a few hundred bytes.
 */
export interface Feed {
  roundChanged(round: Round, before: Round | null): void
  betsChanged(bets: Bet[]): void
  snapshot(): Snapshot
  now(): TableNow
  stop(): void
}

const gatherMs = 1200

export interface FeedParts {
  clock: SteadyClock
  chain: Pick<Chain, 'id' | 'salt'>
  game: TableGame
  pace: number
  last: [no: number, result: string][]
  send(event: PublicEvent, priority: Priority): void
}

export function openFeed({ clock, chain, game, pace, last, send }: FeedParts): Feed {
  let n = 0
  let round: RoundView | null = null
  let roundId = ''
  let totals = openFieldTotals(game)
  const players = openPlayersOfRound()
  const gathered = openGathering(
    clock,
    () => gatherMs,
    () => {
      const fields = totals.drain()
      if (fields.length > 0) send({ t: 'totals', n: ++n, fields }, 'soon')
    },
  )

  return {
    roundChanged(next, before) {
      if (next.id !== roundId) {
        roundId = next.id
        totals = openFieldTotals(game)
        players.clear()
      } else gathered.flush()
      const isOpen = next.phase === 'betting'
      round = {
        no: next.number,
        phase: next.phase,
        closes: next.closesMs,
        deals: next.dealsMs,
        at: next.dealtMs,
        hash: isOpen ? null : next.hash,
      }
      const { number: no } = next
      if (isOpen) send({ t: 'open', n: ++n, no, closes: next.closesMs, deals: next.dealsMs }, 'now')
      if (next.dealtMs !== null && before?.phase !== 'dealing')
        send({ t: 'deal', n: ++n, no, at: next.dealtMs, hash: next.hash }, 'now')
      if (next.phase !== 'settled') return
      last.unshift([no, game.result(outcomeOf({ game, salt: chain.salt }, next))])
      last.length = Math.min(last.length, roundsShown)
      send({ t: 'settled', n: ++n, no }, 'now')
    },
    betsChanged(moved) {
      for (const bet of moved) {
        if (bet.round !== roundId || bet.demo) continue
        players.note(bet)
        if (totals.note(bet)) gathered.note()
      }
    },
    snapshot: () => ({
      t: 'snap',
      n,
      now: Math.round(clock.nowMs()),
      chain: chain.id,
      salt: chain.salt,
      pace,
      round,
      totals: totals.sent(),
      last: [...last],
    }),
    now: () =>
      tableNow(game.slug, {
        closes: round?.phase === 'betting' ? round.closes : null,
        last: last.map(([, result]) => markOf(game.slug, result)),
        players: players.count(),
      }),
    stop: gathered.stop,
  }
}
