import type { HelloHandler } from '../live/hello.ts'
import { openPlaying } from '../live/playing.ts'
import { roomOf } from '../live/sockets.ts'
import type { Db } from '../platform/db.ts'
import { isCurrency, stakeRanges } from '../rounds/stakes.ts'
import type { Chain } from '../rounds/chain.ts'
import type { SharedGame } from '../live/writer.ts'
import { openFeed, type Feed } from './feed.ts'
import { fromPage, type OwnBet, type ToPage } from './messages.ts'
import { ownBet, receive } from './receive.ts'
import { roundsShown } from '../rounds/rounds-shown.ts'
import type { TableGame } from './rules.ts'
import { runTable, type LiveTable, type TableParts } from './run-table.ts'
import { lastRounds } from './store.ts'
import { outcomeOf, type TableRules } from './table.ts'

export interface OpenTableParts extends Pick<TableParts, 'db' | 'clock' | 'log' | 'walletOf' | 'failed'> {
  /** Connections for the rounds only. */
  roundsDb: Db
  /** Called when a round starts. */
  onRound(game: string): void
  game: TableGame
  greet: HelloHandler
  timing: Pick<TableRules, 'bettingMs' | 'pauseMs' | 'pace'>
}

const closingMs = 800

/** Opens a live table: its room of pages, and its rounds once this process is the writer. */
export function openTable(parts: OpenTableParts): SharedGame {
  const { db, roundsDb, clock, log, walletOf, failed, game, greet, timing, onRound } = parts
  const path = `/live/${game.slug}`
  const playing = openPlaying<{ table: LiveTable; feed: Feed }>(clock)
  const rulesOf = ({ salt }: Chain): TableRules => ({
    game,
    salt,
    ...timing,
    closingMs,
    most: (currency) => (isCurrency(currency) ? BigInt(stakeRanges[currency].max) : 0n),
  })

  return {
    slug: game.slug,
    path,
    room: roomOf(fromPage, receive({ db, clock, log, greet, game, playing })),
    prepare: playing.prepare,
    async play(opened, lease, sockets) {
      const rules = rulesOf(opened)
      const settled = await lastRounds(db, opened.id, roundsShown)
      const last = settled.flatMap(({ hash, number }): [number, string][] =>
        hash === null ? [] : [[number, game.result(outcomeOf(rules, { hash, number }))]],
      )
      const feed = openFeed({ clock, chain: opened, game, pace: timing.pace, last, send: sockets.room(path) })
      const sendTo = (player: string, message: ToPage) => sockets.send(path, player, message)
      const table = await runTable({
        db: roundsDb,
        clock,
        log,
        chain: opened,
        rules,
        lease,
        walletOf,
        roundChanged(round, before) {
          if (before === null) onRound(game.slug)
          feed.roundChanged(round, before)
        },
        betsChanged(bets) {
          feed.betsChanged(bets)
          const byPlayer = new Map<string, OwnBet[]>()
          // A booked loss changes nothing visible.
          for (const bet of bets)
            if (bet.state !== 'closed')
              byPlayer.set(bet.player, [...(byPlayer.get(bet.player) ?? []), ownBet(game, bet)])
          for (const [player, own] of byPlayer) sendTo(player, { t: 'own', bets: own })
        },
        balanceKnown: (player, balance) => sendTo(player, { t: 'own', bets: [], balance: Number(balance) }),
        failed,
      })
      playing.begin({ table, feed })
    },
    isPlaying: () => playing.now() !== null,
    now: () => playing.now()?.feed.now() ?? null,
    async stop() {
      playing.now()?.feed.stop()
      await playing.now()?.table.stop()
    },
  }
}
