import type { Server } from 'node:http'
import { wait, type SteadyClock } from '@dhow/platform/clock'
import { openDrain, type Drain } from '@dhow/platform/drain'
import { countRequests } from '@dhow/platform/count-requests'
import type { Log } from '@dhow/platform/log'
import type { OpenMetrics } from '@dhow/platform/metrics'
import { noTracer, type Tracer } from '@dhow/platform/trace'
import type { Config } from './config.ts'
import { fixedRules, openCrash } from './crash/open-crash.ts'
import { serveStudio } from './routes.ts'
import { openHttp, pageHeaders } from './http/server.ts'
import { openEngine } from './instant/engine.ts'
import { serveInstantGames } from './instant/http-api.ts'
import { openHelloHandler } from './live/hello.ts'
import { openSockets, type Sockets } from './live/sockets.ts'
import { openDb, type Db } from './platform/db.ts'
import { keyFor, ownSecret } from './platform/seal.ts'
import { openWriter } from './live/writer.ts'
import { tablesNowOf } from './rounds/tables-now.ts'
import { tableGames } from './tables/games.ts'
import { openTable } from './tables/open-table.ts'
import { openDemoWallet } from './wallet/demo-wallet.ts'
import { measuredWallet } from './wallet/measured-wallet.ts'
import { openDhowWallet } from './wallet/dhow-wallet.ts'

export interface Studio {
  server: Server
  /** True once the tables are playing. */
  isPlaying(): boolean
  /** Refuses new requests and finishes those under way, before `close`. */
  leave(): Promise<void>
  close(): Promise<void>
}

const walletTimeoutMs = 4000
const socketsPerPlayer = 5
/** Time limit of an instant game's call, including the wallet's. */
const answerWithinMs = walletTimeoutMs + 1_000

interface Recorded {
  drain: Pick<Drain, 'isDraining'>
  isPlaying(): boolean
  sockets: Sockets
  db: Db
}

function recordStudio(metrics: OpenMetrics, { drain, isPlaying, sockets, db }: Recorded) {
  metrics.onScrape(async () => {
    metrics.set('dhow_draining', {}, drain.isDraining() ? 1 : 0)
    metrics.set('dhow_tables_playing', {}, isPlaying() ? 1 : 0)
    metrics.set('dhow_pages', {}, sockets.count())
    metrics.set('dhow_edges_up', {}, sockets.edges().up)
    const isUp = await db.query('select 1').then(
      () => true,
      () => false,
    )
    metrics.set('dhow_database_up', {}, isUp ? 1 : 0)
  })
}

/** Opens the studio: serves at once, and plays once its chains are made and the tables' lease is free. */
export async function openStudio(
  config: Config,
  clock: SteadyClock,
  log: Log,
  failed: (error: unknown) => void,
  { metrics, tracer = noTracer }: { metrics?: OpenMetrics | undefined; tracer?: Tracer } = {},
): Promise<Studio> {
  const { walletUrl: url, walletKey: key, providerCode: provider } = config
  const unmeasured = openDhowWallet({ url, key, provider, tracer, timeoutMs: walletTimeoutMs }, clock, log)
  const dhowWallet = metrics ? measuredWallet(unmeasured, metrics, () => clock.nowMs()) : unmeasured
  const demoWallet = openDemoWallet()
  const wallets = { of: (demo: boolean) => (demo ? demoWallet : dhowWallet) }
  const db = await openDb(config.dataDir, config.databaseUrl, config.databaseDirectUrl)
  const secret = config.secret ?? ownSecret(config.dataDir)
  const isOwnOrigin = (origin: string, host: string): boolean =>
    [config.origin, `http://${host}`, `https://${host}`].includes(origin)
  const drain = openDrain(clock)
  const http = openHttp(pageHeaders(config.origin, config.portalOrigins), log, drain)
  if (metrics) http.addHook('onResponse', countRequests(metrics, 'studio'))

  const engine = openEngine({ db, clock, log, key: keyFor('seeds', secret), walletOf: wallets.of })
  const perAddress = config.socketsPerAddress
  serveInstantGames(http, { db, clock, engine, wallets, isOwnOrigin, perAddress })

  const roundsDb = db.lane()
  const greet = openHelloHandler({ db, log, wallets })
  const onRound = (game: string) => metrics?.count('dhow_rounds_total', { game })
  const walletOf = (bet: { demo: boolean }) => wallets.of(bet.demo)
  const shared = { db, roundsDb, clock, log, greet, failed, onRound, walletOf }
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
  const writer = openWriter({ ...shared, config, secret, games, sockets, wallet: dhowWallet })
  serveStudio(http, {
    config,
    clock,
    drain,
    db,
    engine,
    tablesNow: () => tablesNowOf(games, clock.nowMs()),
    health: () => ({
      state: isPlaying() ? 'playing' : writer.isWriter() ? 'preparing' : 'standby',
      pages: sockets.count(),
      edges: sockets.edges(),
    }),
  })
  if (metrics) recordStudio(metrics, { drain, isPlaying, sockets, db })
  await http.ready()

  return {
    server: http.server,
    isPlaying,
    async leave() {
      drain.begin()
      if (config.drainMs > 0) await wait(clock, config.drainMs)
      http.server.close()
      await drain.settled(answerWithinMs)
    },
    async close() {
      writer.stop()
      engine.stop()
      // The tables first: another process plays them by the time this one's pages connect again.
      await Promise.all(games.map((game) => game.stop()))
      await writer.release()
      await Promise.all([sockets.close(), closeHttp(http)])
      dhowWallet.close()
      await db.close()
    },
  }
}

/** Ends the listener and its connections at once. */
function closeHttp(http: ReturnType<typeof openHttp>) {
  http.server.close()
  http.server.closeAllConnections()
  return http.close()
}
