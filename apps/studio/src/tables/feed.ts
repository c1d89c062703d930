import type { SteadyClock } from '@dhow/platform/clock'
import type { Chain } from '../rounds/chain.ts'
import type { FieldTotal, PublicEvent, RoundView, Snapshot } from './messages.ts'
import type { Priority } from '../live/edge-messages.ts'
import type { TableGame } from './rules.ts'
import { outcomeOf, type Bet, type Round } from './table.ts'

/**
 * Public view of the table, as numbered events and as a snapshot. Stakes of many players are gathered into sums by
 * field, and what follows from the round's hash and start is not sent: a minute of watching stays within a few hundred bytes.
 */
export interface Feed {
  roundChanged(round: Round, before: Round | null): void
  betsChanged(bets: Bet[]): void
  snapshot(): Snapshot
  stop(): void
}

const gatherMs = 1200
const remembered = 24

export interface FeedParts {
  clock: SteadyClock
  chain: Pick<Chain, 'id' | 'salt'>
  game: TableGame
  pace: number
  last: [no: number, result: string][]
  send(event: PublicEvent, priority: Priority): void
}

/** Long because its functions share what of the round was sent already. */
export function openFeed({ clock, chain, game, pace, last, send }: FeedParts): Feed {
  let n = 0
  let round: RoundView | null = null
  let roundId = ''
  let bets = new Map<string, Bet>()
  /** Fields whose sums others have not been sent yet. */
  let changed = new Set<string>()
  let totals = new Map<string, FieldTotal>()
  let gathering: (() => void) | null = null

  function flush(): void {
    gathering?.()
    gathering = null
    if (changed.size === 0) return
    const fields = [...changed].map(totalOf)
    changed = new Set()
    for (const total of fields) totals.set(game.fields[total[0]]!, total)
    send({ t: 'totals', n: ++n, fields }, 'soon')
  }

  function totalOf(field: string): FieldTotal {
    const sums = new Map<string, number>()
    let stakes = 0
    for (const bet of bets.values()) {
      if (bet.field !== field) continue
      stakes++
      sums.set(bet.currency, (sums.get(bet.currency) ?? 0) + Number(bet.stake))
    }
    return [game.fields.indexOf(field), stakes, ...sums]
  }

  function note(field: string): void {
    changed.add(field)
    gathering ??= clock.after(gatherMs, () => {
      gathering = null
      flush()
    })
  }

  return {
    roundChanged(next, before) {
      if (next.id !== roundId) {
        roundId = next.id
        bets = new Map()
        changed = new Set()
        totals = new Map()
      } else flush()
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
      if (!isOpen && before?.phase !== 'dealing')
        send({ t: 'deal', n: ++n, no, at: next.dealtMs!, hash: next.hash }, 'now')
      if (next.phase !== 'settled') return
      last.unshift([no, game.result(outcomeOf({ game, salt: chain.salt }, next))])
      last.length = Math.min(last.length, remembered)
      send({ t: 'settled', n: ++n, no }, 'now')
    },
    betsChanged(moved) {
      for (const bet of moved) {
        if (bet.round !== roundId || bet.demo) continue
        if (bet.state === 'accepted') bets.set(bet.id, bet)
        else if (bet.state !== 'rolling' || !bets.delete(bet.id)) continue
        note(bet.field)
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
      totals: [...totals.values()],
      last: [...last],
    }),
    stop: () => gathering?.(),
  }
}
