import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { HelloHandler } from '../live/hello.ts'
import type { Seat } from '../live/seats.ts'
import type { Page } from '../live/sockets.ts'
import type { Db } from '../platform/db.ts'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import type { Feed } from './feed.ts'
import type { FromPage, OwnBet, ToPage } from './messages.ts'
import type { TableGame } from './rules.ts'
import type { LiveTable } from './run-table.ts'
import { recentBets } from './store.ts'
import type { Bet, NewBet } from './table.ts'

export interface ReceiveParts {
  db: Db
  clock: SteadyClock
  log: Log
  greet: HelloHandler
  game: TableGame
  /** Table and feed while this process is the writer. */
  table(): { table: LiveTable; feed: Feed } | null
}

/** Handles commands of pages and acknowledges them. */
export function receive(parts: ReceiveParts): (page: Page, message: FromPage) => void {
  const { db, clock, log, greet, game } = parts

  /** The player's recent bets; the table's state takes precedence over the database. */
  async function mineWithRecent(table: LiveTable, player: string): Promise<ToPage> {
    const recent = await recentBets(db, game.slug, player)
    const now = mine(game, table, player)
    const known = new Set(now.bets.map((bet) => bet.id))
    return {
      ...now,
      bets: [...now.bets, ...recent.filter((bet) => !known.has(bet.id)).map((bet) => ownBet(game, bet))],
    }
  }

  async function answerCommand(page: Page, seat: Seat, message: Extract<FromPage, { id: string }>): Promise<void> {
    const playing = parts.table()
    if (!playing) return page.leave('standby')
    const code = await decide(playing.table, seat, message)
    page.send({ t: 'ack', id: message.id, code } satisfies ToPage)
    page.send(mine(game, playing.table, seat.player))
  }

  async function decide(table: LiveTable, seat: Seat, message: Extract<FromPage, { id: string }>): Promise<string> {
    if (message.t === 'cancel_bets') return table.cancelBets(seat.player)
    const range = isCurrency(seat.currency) ? stakeRanges[seat.currency] : undefined
    const bets: NewBet[] = []
    for (const [index, [field, stake]] of message.bets.entries()) {
      const name = game.fields[field]
      if (name === undefined || !range || stake < range.min || stake > range.max) return 'stake_out_of_range'
      bets.push({
        id: betId(seat, message.id, index),
        seat: seat.id,
        walletSession: seat.walletSession,
        player: seat.player,
        name: seat.name,
        field: name,
        currency: seat.currency,
        stake: BigInt(stake),
        demo: seat.demo,
      })
    }
    return table.placeBets(message.no, bets)
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

const mine = (game: TableGame, table: LiveTable, player: string): Extract<ToPage, { t: 'mine' }> => ({
  t: 'mine',
  bets: table.betsOf(player).map((bet) => ownBet(game, bet)),
})

/** The wallet's id of a bet: the page's id prefixed by the seat's, so that no other seat can use it, and the stake's index. */
const betId = (seat: Seat, id: string, index: number): string => `${seat.id}.${id}.${index}`

/** A bet for its player. */
export const ownBet = (game: TableGame, bet: Bet): OwnBet => ({
  id: bet.id,
  no: Number(bet.round.slice(bet.round.lastIndexOf('-') + 1)),
  field: game.fields.indexOf(bet.field),
  stake: Number(bet.stake),
  state: bet.state,
  payout: Number(bet.payout),
  code: bet.code,
})
