import type { FromPage, OwnBet, ToPage } from '../crash/messages.ts'
import type { CrashTable } from '../crash/run-table.ts'
import { recentBets } from '../crash/store.ts'
import { isCurrency, stakeRanges } from '../crash/stakes.ts'
import type { Bet } from '../crash/table.ts'
import type { Db } from '../platform/db.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Feed } from './feed.ts'
import { resumeSeat, takeDemoSeat, takeSeat, type Seat, type Seated } from './seats.ts'
import type { Page } from './sockets.ts'

export interface ReceiveParts {
  db: Db
  clock: Clock
  log: Log
  houseWallet: Wallet
  demoWallet: Wallet
  /** The table and its feed, while this process is the writer. */
  table(): { table: CrashTable; feed: Feed } | null
}

/** Answers what pages send: the words of a page in, acts on the table, acknowledgements out. */
export function receive(parts: ReceiveParts): (page: Page, message: FromPage) => void {
  const { db, clock, log, houseWallet, demoWallet } = parts
  /** Pages whose greeting is being looked at. */
  const greeting = new WeakSet<Page>()

  async function seatFor(message: Extract<FromPage, { t: 'hello' }>): Promise<Seated> {
    if (message.resume !== undefined) {
      const found = await resumeSeat(db, (seat) => (seat.demo ? demoWallet : houseWallet), message.resume)
      if (found !== 'session_unknown' || message.token === undefined) return found
    }
    if (message.token !== undefined) return takeSeat(db, houseWallet, message.token)
    if (message.demo !== undefined && isCurrency(message.demo)) return takeDemoSeat(db, demoWallet, message.demo)
    return 'session_unknown'
  }

  async function greet(page: Page, message: Extract<FromPage, { t: 'hello' }>): Promise<void> {
    const playing = parts.table()
    if (!playing) return page.leave('standby')
    const seated = await seatFor(message)
    if (typeof seated === 'string') return page.leave(seated)
    const { seat, resume, balance } = seated
    if (!isCurrency(seat.currency)) return page.leave('session_unknown')
    if (!page.sit(seat)) return page.leave('too_many')
    const { name, currency, demo } = seat
    const stakes = stakeRanges[seat.currency]
    page.send({ t: 'welcome', resume, name, currency, demo, balance: Number(balance), stakes })
    page.send(playing.feed.snapshot())
    page.send(await mineWithRecent(playing.table, seat.player))
  }

  /** What the table knows of the player's bets goes before what stands in the database. */
  async function mineWithRecent(table: CrashTable, player: string): Promise<ToPage> {
    const recent = await recentBets(db, player)
    const now = mine(table, player)
    const known = new Set(now.bets.map((bet) => bet.id))
    return { ...now, bets: [...now.bets, ...recent.filter((bet) => !known.has(bet.id)).map(ownBet)] }
  }

  async function act(page: Page, seat: Seat, message: Extract<FromPage, { id: string }>): Promise<void> {
    const playing = parts.table()
    if (!playing) return page.leave('standby')
    const code = await decide(playing.table, seat, message)
    page.send({ t: 'ack', id: message.id, code })
    page.send(mine(playing.table, seat.player))
  }

  async function decide(table: CrashTable, seat: Seat, message: Extract<FromPage, { id: string }>): Promise<string> {
    if (message.t === 'out') return table.cashOut(message.bet, seat.player)
    if (message.t === 'back') return table.takeBack(message.bet, seat.player)
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
    if (message.t === 'ping') return page.send({ t: 'pong', c: message.c, s: Math.round(clock.nowMs()) })
    if (message.t === 'hello') {
      if (page.seat || greeting.has(page)) return page.leave('malformed')
      greeting.add(page)
      void greet(page, message).catch((error: unknown) => {
        log.error({ error: String(error) }, 'a page could not be seated')
        page.leave('wallet_unknown')
      })
      return
    }
    const playing = parts.table()
    if (!page.seat) return page.leave('malformed')
    if (message.t === 'snapshot') {
      if (playing) page.send(playing.feed.snapshot())
      return
    }
    // Without an acknowledgement the page sends the act again, to whoever has the table by then.
    void act(page, page.seat, message).catch((error: unknown) => log.warn({ error: String(error) }, 'an act failed'))
  }
}

/**
 * The player's own bets, as a message. `changed` are bets that changed just now: one of a round before is gone from the table
 * once it has ended, and its end is told all the same.
 */
export function mine(table: CrashTable, player: string, changed: Bet[] = []): Extract<ToPage, { t: 'mine' }> {
  const bets = table.betsOf(player)
  const known = new Set(bets.map((bet) => bet.id))
  const ended = changed.filter((bet) => bet.player === player && !known.has(bet.id))
  return { t: 'mine', bets: [...bets, ...ended].map(ownBet) }
}

/** The wallet's id of a bet: the page's id within the seat, so that another seat can never name it. */
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
