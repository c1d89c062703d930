import type { Greeter } from '../live/greet.ts'
import { roomOf, type Room, type Sockets } from '../live/sockets.ts'
import type { Db } from '../platform/db.ts'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import type { Chain } from '../rounds/chain.ts'
import { openFeed, type Feed } from './feed.ts'
import { fromPage, type OwnBet, type ToPage } from './messages.ts'
import { proofOf } from './proof.ts'
import { ownBet, receive } from './receive.ts'
import type { TableGame } from './rules.ts'
import { runTable, type LiveTable, type TableParts } from './run-table.ts'
import { lastRounds } from './store.ts'
import { outcomeOf, type TableRules } from './table.ts'

/** One shared table of the studio: its room of pages, its public facts, and its play once this process is the writer. */
export interface OpenTable {
  game: TableGame
  path: string
  room: Room
  play(chain: Chain, lease: TableParts['lease'], sockets: Sockets): Promise<void>
  isPlaying(): boolean
  proof(round: string): Promise<object | 'in_play' | null>
  stop(): Promise<void>
}

export interface OpenTableParts extends Pick<TableParts, 'db' | 'clock' | 'log' | 'walletOf' | 'failed'> {
  /** For the rounds alone. */
  roundsDb: Db
  game: TableGame
  greet: Greeter
  timing: Pick<TableRules, 'bettingMs' | 'pauseMs' | 'pace'>
}

const closingMs = 800
const remembered = 24

export function openTable(parts: OpenTableParts): OpenTable {
  const { db, roundsDb, clock, log, walletOf, failed, game, greet, timing } = parts
  const path = `/live/${game.slug}`
  let playing: { table: LiveTable; feed: Feed } | null = null
  const rulesOf = ({ salt }: Chain): TableRules => ({
    game,
    salt,
    ...timing,
    closingMs,
    most: (currency) => (isCurrency(currency) ? BigInt(stakeRanges[currency].max) : 0n),
  })

  return {
    game,
    path,
    room: roomOf(fromPage, receive({ db, clock, log, greet, game, table: () => playing })),
    async play(opened, lease, sockets) {
      const rules = rulesOf(opened)
      const last = (await lastRounds(db, opened.id, remembered)).map((round): [number, string] => [
        round.number,
        game.result(outcomeOf(rules, { hash: round.hash!, number: round.number })),
      ])
      const send = (event: ToPage) => sockets.broadcast(path, event, event.t === 'totals' ? 'soon' : 'now')
      const feed = openFeed({ clock, chain: opened, game, pace: timing.pace, last, send })
      const sendTo = (player: string, message: ToPage) => sockets.send(path, player, message)
      const table = await runTable({
        db: roundsDb,
        clock,
        log,
        chain: opened,
        rules,
        lease,
        walletOf,
        roundChanged: feed.roundChanged,
        betsChanged(bets) {
          feed.betsChanged(bets)
          const byPlayer = new Map<string, OwnBet[]>()
          // That a loss is booked changes nothing to see.
          for (const bet of bets)
            if (bet.state !== 'closed')
              byPlayer.set(bet.player, [...(byPlayer.get(bet.player) ?? []), ownBet(game, bet)])
          for (const [player, own] of byPlayer) sendTo(player, { t: 'own', bets: own })
        },
        balanceKnown: (player, balance) => sendTo(player, { t: 'own', bets: [], balance: Number(balance) }),
        failed,
      })
      playing = { table, feed }
    },
    isPlaying: () => playing !== null,
    proof: (round) => proofOf(db, game, round),
    async stop() {
      playing?.feed.stop()
      await playing?.table.stop()
    },
  }
}
