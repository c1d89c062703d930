import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { HelloHandler } from '../live/hello.ts'
import type { Seat } from '../live/seats.ts'
import type { Page } from '../live/sockets.ts'
import type { Db } from '../platform/db.ts'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import type { Feed } from './feed.ts'
import type { FromPage, OwnBet, ToPage } from './messages.ts'
import type { CrashTable } from './run-table.ts'
import { recentBets } from './store.ts'
import type { Bet } from './table.ts'

export interface ReceiveParts {
  db: Db
  clock: SteadyClock
  log: Log
  greet: HelloHandler
  /** Table and feed while this process is the writer. */
  table(): { table: CrashTable; feed: Feed } | null
}

/** Handles commands of pages and acknowledges them. */
export function receive(parts: ReceiveParts): (page: Page, message: FromPage) => void {
  const { db, clock, log, greet } = parts

  /** The player's recent bets; the table's state takes precedence over the database. */
  async function mineWithRecent(table: CrashTable, player: string): Promise<ToPage> {
    const recent = await recentBets(db, player)
    const now = mine(table, player)
    const known = new Set(now.bets.map((bet) => bet.id))
    return { ...now, bets: [...now.bets, ...recent.filter((bet) => !known.has(bet.id)).map(ownBet)] }
  }

  async function answerCommand(page: Page, seat: Seat, message: Extract<FromPage, { id: string }>): Promise<void> {
    const playing = parts.table()
    if (!playing) return page.leave('standby')
    const code = await decide(playing.table, seat, message)
    page.send({ t: 'ack', id: message.id, code } satisfies ToPage)
    page.send(mine(playing.table, seat.player))
  }

  async function decide(table: CrashTable, seat: Seat, message: Extract<FromPage, { id: string }>): Promise<string> {
    if (message.t === 'cash_out') return table.cashOut(message.bet, seat.player)
    if (message.t === 'cancel_bet') return table.cancelBet(message.bet, seat.player)
    const range = isCurrency(seat.currency) ? stakeRanges[seat.currency] : undefined
    if (!range || message.stake < range.min || message.stake > range.max) return 'stake_out_of_range'
    return table.placeBet({
      id: betId(seat, message.id),
      seat: seat.id,
      walletSession: seat.walletSession,
      player: seat.player,
      name: seat.name,
      panel: message.panel,
      currency: seat.currency,
      stake: BigInt(message.stake),
      auto: message.auto,
      demo: seat.demo,
    })
  }

  return (page, message) => {
    if (message.t === 'ping')
      return page.send({ t: 'pong', c: message.c, s: Math.round(clock.nowMs()) } satisfies ToPage)
    const playing = parts.table()
    if (message.t === 'hello') {
      if (!playing) return page.leave('standby')
      return greet(page, message, async (seat) => {
        page.send(playing.feed.snapshot())
        page.send(await mineWithRecent(playing.table, seat.player))
      })
    }
    if (!page.seat) return page.leave('malformed')
    if (message.t === 'snapshot') {
      if (playing) page.send(playing.feed.snapshot())
      return
    }
    // Without an acknowledgement the page repeats the command, by then maybe to another process.
    void answerCommand(page, page.seat, message).catch((error: unknown) =>
      log.warn({ error: String(error) }, 'a command failed'),
    )
  }
}

/**
 * The player's own bets, as a message. `changed`: bets that just changed, since one of an earlier round leaves the table once it has ended but its end
 * has to be sent.
 */
export function mine(table: CrashTable, player: string, changed: Bet[] = []): Extract<ToPage, { t: 'mine' }> {
  const bets = table.betsOf(player)
  const known = new Set(bets.map((bet) => bet.id))
  const ended = changed.filter((bet) => bet.player === player && !known.has(bet.id))
  return { t: 'mine', bets: [...bets, ...ended].map(ownBet) }
}

/** The wallet's id of a bet: the page's id prefixed by the seat's, so that no other seat can use it. */
const betId = (seat: Seat, id: string): string => `${seat.id}.${id}`

const ownBet = (bet: Bet): OwnBet => ({
  id: bet.id,
  no: Number(bet.round.slice(bet.round.lastIndexOf('-') + 1)),
  seq: bet.seq,
  panel: bet.panel,
  stake: Number(bet.stake),
  auto: bet.auto,
  state: bet.state,
  at: bet.cashedAt,
  payout: Number(bet.payout),
  code: bet.code,
})
