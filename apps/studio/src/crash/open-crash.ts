import type { HelloHandler } from '../live/hello.ts'
import { roundsShown } from '../rounds/rounds-shown.ts'
import { openPlaying } from '../live/playing.ts'
import { roomOf, type Sockets } from '../live/sockets.ts'
import type { Db } from '../platform/db.ts'
import type { SharedGame } from '../live/writer.ts'
import { crashChain } from './crash-chain.ts'
import { openFeed, type Feed } from './feed.ts'
import { fromPage } from './messages.ts'
import { mine, receive } from './receive.ts'
import { runTable, type CrashTable, type TableParts } from './run-table.ts'
import { lastRounds } from './store.ts'
import type { TableRules } from './table.ts'

export interface OpenCrashParts extends Pick<TableParts, 'clock' | 'log' | 'walletOf' | 'failed' | 'rules'> {
  db: Db
  /** Connections for the rounds only. */
  roundsDb: Db
  /** Called when a round starts. */
  onRound(game: string): void
  greet: HelloHandler
}

const slug = 'dhow'
const path = `/live/${slug}`

/** Rules that no setting changes: boarding time, and the highest multiplier. */
export const fixedRules: Pick<TableRules, 'boardingMs' | 'maxHundredths'> = {
  boardingMs: 800,
  maxHundredths: 1_000_000,
}

/** Opens the crash game: its room of pages, and its rounds once this process is the writer. */
export function openCrash(parts: OpenCrashParts): SharedGame {
  const { db, roundsDb, clock, log, walletOf, failed, rules, greet, onRound } = parts
  const playing = openPlaying<{ table: CrashTable; feed: Feed }>(clock)

  async function play(opened: Parameters<typeof crashChain>[0], lease: TableParts['lease'], sockets: Sockets) {
    const chain = crashChain(opened)
    const last = (await lastRounds(db, roundsShown)).map((round): [number, number] => [round.number, round.crash ?? 0])
    const feed = openFeed(clock, chain.id, last, sockets.room(path))
    let table: CrashTable | null = null
    table = await runTable({
      db: roundsDb,
      clock,
      log,
      chain,
      rules,
      lease,
      game: slug,
      walletOf,
      roundChanged(round, before) {
        if (before === null) onRound(slug)
        feed.roundChanged(round, before)
      },
      betsChanged(bets) {
        feed.betsChanged(bets)
        if (!table) return
        // A booked loss changes nothing visible.
        const shown = bets.filter((bet) => bet.state !== 'closed')
        for (const player of new Set(shown.map((bet) => bet.player)))
          sockets.send(path, player, mine(table, player, shown))
      },
      balanceKnown(player, balance) {
        if (table) sockets.send(path, player, { ...mine(table, player), balance: Number(balance) })
      },
      failed,
    })
    playing.begin({ table, feed })
  }

  return {
    slug,
    path,
    room: roomOf(fromPage, receive({ db, clock, log, greet, playing })),
    prepare: playing.prepare,
    play,
    isPlaying: () => playing.now() !== null,
    now: () => playing.now()?.feed.now() ?? null,
    async stop() {
      playing.now()?.feed.stop()
      await playing.now()?.table.stop()
    },
  }
}
