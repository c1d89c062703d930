import type { Server } from 'node:http'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import type { Config } from './config.ts'
import { fixedRules, openCrash } from './crash/open-crash.ts'
import { serveStudio } from './routes.ts'
import { openHttp, pageHeaders } from './http/server.ts'
import { openEngine } from './instant/engine.ts'
import { serveInstantGames } from './instant/http-api.ts'
import { openGreeter } from './live/greet.ts'
import { openSockets } from './live/sockets.ts'
import { openDb } from './platform/db.ts'
import { keyFor, ownSecret } from './platform/seal.ts'
import { openWriter } from './live/writer.ts'
import { tablesNowOf } from './rounds/tables-now.ts'
import { tableGames } from './tables/games.ts'
import { openTable } from './tables/open-table.ts'
import { openDemoWallet } from './wallet/demo-wallet.ts'
import { openDhowWallet } from './wallet/dhow-wallet.ts'

export interface Studio {
  server: Server
  /** Becomes true when the tables play. */
  isPlaying(): boolean
  close(): Promise<void>
}

const walletTimeoutMs = 4000
const socketsPerPlayer = 5

/** Opens the studio: answers at once, and plays as soon as its chains are made and the tables' lease is free. */
export async function openStudio(
  config: Config,
  clock: SteadyClock,
  log: Log,
  failed: (error: unknown) => void,
): Promise<Studio> {
  const { walletUrl: url, walletKey: key, providerCode: provider } = config
  const dhowWallet = openDhowWallet({ url, key, provider, timeoutMs: walletTimeoutMs }, clock, log)
  const demoWallet = openDemoWallet()
  const wallets = { of: (demo: boolean) => (demo ? demoWallet : dhowWallet) }
  const db = await openDb(config.dataDir, config.databaseUrl)
  const secret = config.secret ?? ownSecret(config.dataDir)
  const isOwnOrigin = (origin: string, host: string): boolean =>
    origin === config.origin || origin === `http://${host}` || origin === `https://${host}`
  const http = openHttp(pageHeaders(config.origin, config.portalOrigins), log)

  const engine = openEngine({ db, clock, log, key: keyFor('seeds', secret), walletOf: wallets.of })
  const perAddress = config.socketsPerAddress
  serveInstantGames(http, { db, clock, engine, wallets, isOwnOrigin, perAddress })

  const roundsDb = db.lane()
  const greet = openGreeter({ db, log, wallets })
  const shared = { db, roundsDb, clock, log, greet, failed, walletOf: (bet: { demo: boolean }) => wallets.of(bet.demo) }
  const rules = { bettingMs: config.bettingMs, pauseMs: config.pauseMs, ...fixedRules }
  const timing = { bettingMs: config.tableBettingMs, pauseMs: config.tablePauseMs, pace: config.tablePace }
  const games = [openCrash({ ...shared, rules }), ...tableGames.map((game) => openTable({ ...shared, game, timing }))]
  const sockets = openSockets(http.server, {
    clock,
    log,
    rooms: new Map(games.map(({ path, room }) => [path, room])),
    limits: { perPlayer: socketsPerPlayer, perAddress },
    edges: config.edges,
    isOwnOrigin,
  })
  const isPlaying = () => games.every((game) => game.isPlaying()) && sockets.edges().up > 0
  const writer = openWriter({ config, db, roundsDb, clock, log, secret, games, sockets, failed })
  serveStudio(http, {
    config,
    clock,
    db,
    engine,
    tablesNow: () => tablesNowOf(games, clock.nowMs()),
    health: () => ({
      state: isPlaying() ? 'playing' : writer.isWriter() ? 'preparing' : 'standby',
      pages: sockets.count(),
      edges: sockets.edges(),
    }),
  })
  await http.ready()

  return {
    server: http.server,
    isPlaying,
    async close() {
      writer.stop()
      const socketsClosed = sockets.close()
      http.server.close()
      http.server.closeAllConnections()
      engine.stop()
      await Promise.all([socketsClosed, http.close(), ...games.map((game) => game.stop())])
      dhowWallet.close()
      await writer.release()
      await db.close()
    },
  }
}
