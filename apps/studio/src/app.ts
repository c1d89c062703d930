import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { dhowHeaders, dhowWindowMs } from '@dhow/contract/gateway'
import { roundsQuery } from '@dhow/contract/rounds-file'
import { version, type Config } from './config.ts'
import { crashChain } from './crash/crash-chain.ts'
import { openFeed, type Feed } from './crash/feed.ts'
import { fromPage } from './crash/messages.ts'
import { proofOf } from './crash/proof.ts'
import { mine, receive } from './crash/receive.ts'
import { runTable, type CrashTable } from './crash/run-table.ts'
import { lastRounds } from './crash/store.ts'
import type { TableRules } from './crash/table.ts'
import { gameList } from './games.ts'
import { openListener } from './instant/http-api.ts'
import { openEngine } from './instant/engine.ts'
import { gameOf } from './instant/games.ts'
import { inputsOfRounds } from './history/round-inputs.ts'
import { openGreeter } from './live/greet.ts'
import { openSockets, roomOf } from './live/sockets.ts'
import { wait, type Clock } from './platform/clock.ts'
import { openDb } from './platform/db.ts'
import { pageHeaders, jsonOf, readBody, readFiles, sendFile, sendJson } from './platform/http.ts'
import { aheadPage } from './platform/ahead.ts'
import type { Log } from './platform/log.ts'
import { keyFor, ownSecret } from './platform/seal.ts'
import { chainKey, openChain, prepareNext, publishedChains, type Chain } from './rounds/chain.ts'
import { dropLease, takeLease } from './rounds/lease.ts'
import { tableGameOf, tableGames } from './tables/games.ts'
import { openTable } from './tables/open-table.ts'
import { openDemoWallet } from './wallet/demo-wallet.ts'
import { openDhowWallet } from './wallet/dhow-wallet.ts'

export interface Studio {
  server: Server
  /** Becomes true when the tables play. */
  isPlaying(): boolean
  close(): Promise<void>
}

/** One process writes all shared tables; whoever waits for its lease looks four times a second. */
const leaseName = 'crash:dhow'
const askLeaseMs = 250
const walletTimeoutMs = 4000
const crashGame = 'dhow'
const crashPath = `/live/${crashGame}`
/** A question about many rounds, each with the ids of its bets. */
const roundsBytes = 2_000_000
const socketsPerPlayer = 5
/** How often the rest of the chains is looked at, to make the next ones in time. */
const lookAheadMs = 10 * 60_000

/** Opens the studio: answers at once, and plays as soon as its chains are made and the tables' lease is free. */
export async function openStudio(
  config: Config,
  clock: Clock,
  log: Log,
  failed: (error: unknown) => void,
): Promise<Studio> {
  const db = await openDb(config.dataDir, config.databaseUrl)
  const roundsDb = db.lane()
  const dhowWallet = openDhowWallet(
    { url: config.walletUrl, key: config.walletKey, provider: config.providerCode, timeoutMs: walletTimeoutMs },
    clock,
    log,
  )
  const demoWallet = openDemoWallet()
  const files = readFiles(fileURLToPath(new URL('../dist/client/', import.meta.url)))
  const listed = gameList(config.providerCode, config.origin)
  for (const { slug } of listed.games) {
    const ahead = aheadPage(files, pageOf(`/play/${slug}`), slug)
    if (ahead) files.set(`/ahead/${slug}`, ahead)
  }
  const headers = pageHeaders(config.origin, config.portalOrigins)
  const rules: TableRules = {
    bettingMs: config.bettingMs,
    boardingMs: 800,
    pauseMs: config.pauseMs,
    maxHundredths: 1_000_000,
  }
  // The embedded engine's folder is locked by this process, so a lease of a process before it is void.
  const holder = config.databaseUrl === undefined ? 'embedded' : randomBytes(9).toString('hex')
  const lease = { name: leaseName, holder }
  let hasSign = false
  const hold = () => takeLease(roundsDb, leaseName, holder, config.leaseSeconds, hasSign)
  let playing: { table: CrashTable; feed: Feed } | null = null
  let isClosed = false
  let isWriter = false
  const secret = config.secret ?? ownSecret(config.dataDir)
  const isOwnOrigin = (origin: string, host: string): boolean =>
    origin === config.origin || origin === `http://${host}` || origin === `https://${host}`
  const walletOf = (demo: boolean) => (demo ? demoWallet : dhowWallet)
  const engine = openEngine({ db, clock, log, key: keyFor('seeds', secret), walletOf })
  const instant = openListener({
    db,
    clock,
    engine,
    dhowWallet,
    demoWallet,
    isOwnOrigin,
    perAddress: config.socketsPerAddress,
  })

  const greet = openGreeter({ db, log, dhowWallet, demoWallet })
  const timing = { bettingMs: config.tableBettingMs, pauseMs: config.tablePauseMs, pace: config.tablePace }
  const tables = tableGames.map((game) =>
    openTable({ db, roundsDb, clock, log, greet, game, timing, walletOf: (bet) => walletOf(bet.demo), failed }),
  )

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      log.error({ error: String(error) }, 'a request failed')
      if (!response.headersSent) sendJson(request, response, 500, { code: 'internal' })
      else response.destroy()
    })
  })
  const sockets = openSockets(server, {
    clock,
    log,
    rooms: new Map([
      [crashPath, roomOf(fromPage, receive({ db, clock, log, greet, table: () => playing }))],
      ...tables.map(({ path, room }) => [path, room] as const),
    ]),
    limits: { perPlayer: socketsPerPlayer, perAddress: config.socketsPerAddress },
    edges: config.edges,
    isOwnOrigin,
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const path = (request.url ?? '/').split('?')[0]!
    const call = /^\/api\/instant\/(\w{1,20})$/.exec(path)?.[1]
    if (call !== undefined) return instant.answer(request, response, call)
    if (path === '/api/rounds' && request.method === 'POST') {
      const body = await readBody(request, roundsBytes)
      if (body === undefined || !isFromPortal(request, body))
        return sendJson(request, response, 403, { code: 'signature' })
      const asked = roundsQuery.safeParse(jsonOf(body))
      if (!asked.success) return sendJson(request, response, 400, { code: 'malformed' })
      return sendJson(request, response, 200, { rounds: await inputsOfRounds(db, engine, asked.data.rounds) })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendJson(request, response, 405, { code: 'method' })
    const file = files.get(path)
    if (file && !path.endsWith('.html')) return sendFile(request, response, file)
    if (path === '/health') {
      const state = isPlaying() ? 'playing' : isWriter ? 'preparing' : 'standby'
      return sendJson(request, response, 200, {
        status: 'ok',
        version,
        state,
        pages: sockets.count(),
        edges: sockets.edges(),
      })
    }
    if (path === '/games.json') return sendJson(request, response, 200, listed)
    const pageFile = files.get(pageOf(path))
    if (pageFile) return sendFile(request, response, pageFile)
    const [, game, played] = /^\/api\/proof\/(\w{1,20})\/([\w.-]{1,80})$/.exec(path) ?? []
    if (game !== undefined && played !== undefined) {
      const proof = await engine.proof(game, played)
      if (proof === 'in_play') return sendJson(request, response, 409, { code: 'in_play' })
      if (proof) return sendJson(request, response, 200, proof)
    }
    if (path === '/api/crash/chain') return sendChain(request, response, crashGame)
    const round = /^\/api\/crash\/rounds\/([\w-]{1,60})$/.exec(path)?.[1]
    if (round !== undefined) {
      const proof = await proofOf(db, round)
      if (proof === 'in_play') return sendJson(request, response, 409, { code: 'in_play' })
      if (proof) return sendJson(request, response, 200, proof)
    }
    const [, slug, what, id = ''] = /^\/api\/tables\/(\w{1,20})\/(chain|rounds)(?:\/([\w-]{1,60}))?$/.exec(path) ?? []
    const table = tables.find(({ game }) => game.slug === slug)
    if (table && what === 'chain') return sendChain(request, response, slug!)
    const proof = await table?.proof(id)
    if (proof === 'in_play') return sendJson(request, response, 409, { code: 'in_play' })
    if (proof) return sendJson(request, response, 200, proof)
    sendJson(request, response, 404, { code: 'not_found' })
  }

  /** Signed as the studio's own calls to the portal are, the other way round. */
  function isFromPortal({ headers }: IncomingMessage, body: Buffer): boolean {
    const timestamp = String(headers[dhowHeaders.timestamp])
    if (!(Math.abs(clock.nowMs() - Number(timestamp)) <= dhowWindowMs)) return false
    const right = createHmac('sha256', config.walletKey).update(`${timestamp}.`).update(body).digest('hex')
    const given = Buffer.from(String(headers[dhowHeaders.signature]))
    return given.length === right.length && timingSafeEqual(given, Buffer.from(right))
  }

  /** The chain in play with what was published of it before its first round, and the same of the one that is to follow. */
  async function sendChain(request: IncomingMessage, response: ServerResponse, game: string): Promise<void> {
    const [now, next] = await publishedChains(db, game)
    if (!now) return sendJson(request, response, 404, { code: 'not_found' })
    sendJson(request, response, 200, { ...now, next: next ?? null })
  }

  async function play(): Promise<void> {
    const key = chainKey(secret)
    hasSign = await db.holdLivenessLock(holder, failed)
    while (!isClosed && !(await hold())) await wait(clock, askLeaseMs)
    isWriter = true
    if (isClosed) return
    log.info({ holder }, 'this process writes the tables')
    renew().catch(failed)
    const wanted = (game: string) => ({ game, length: config.chainLength, salt: config.chainSalt })
    const yieldToEventLoop = () => new Promise<void>((resolve) => void setImmediate(resolve))
    const chainFor = (game: string) => openChain(db, key, wanted(game), yieldToEventLoop)
    // All at once: a process that takes over lets no table wait for another.
    await Promise.all([
      chainFor(crashGame).then(playCrash),
      ...tables.map(async (one) => {
        const opened = await chainFor(one.game.slug)
        if (isClosed) return
        await one.play(opened, lease, sockets)
        noteChain(opened)
      }),
    ])
    while (!isClosed) {
      for (const game of [crashGame, ...tables.map(({ game }) => game.slug)])
        await prepareNext(db, key, wanted(game), yieldToEventLoop)
      await wait(clock, lookAheadMs)
    }
  }

  async function playCrash(opened: Chain): Promise<void> {
    const chain = crashChain(opened)
    const last = (await lastRounds(db, 20)).map((round): [number, number] => [round.number, round.crash ?? 0])
    const feed = openFeed(clock, chain.id, last, (event) =>
      sockets.broadcast(crashPath, event, event.t === 'bets' ? 'soon' : 'now'),
    )
    let table: CrashTable | null = null
    table = await runTable({
      db: roundsDb,
      clock,
      log,
      chain,
      rules,
      lease,
      game: crashGame,
      walletOf: (bet) => (bet.demo ? demoWallet : dhowWallet),
      roundChanged: (round, before) => feed.roundChanged(round, before?.phase ?? null),
      betsChanged(bets) {
        feed.betsChanged(bets)
        if (!table) return
        // That a loss is booked changes nothing to see.
        const shown = bets.filter((bet) => bet.state !== 'closed')
        for (const player of new Set(shown.map((bet) => bet.player)))
          sockets.send(crashPath, player, mine(table, player, shown))
      },
      balanceKnown(player, balance) {
        if (table) sockets.send(crashPath, player, { ...mine(table, player), balance: Number(balance) })
      },
      failed,
    })
    playing = { table, feed }
    noteChain(opened)
  }

  function noteChain({ id, endHash, salt }: Chain): void {
    log.info({ chain: id, endHash, salt }, 'a table plays')
  }

  async function renew(): Promise<void> {
    while (!isClosed) {
      await wait(clock, (config.leaseSeconds * 1000) / 3)
      if (!isClosed && !(await hold())) throw new Error('the lease is lost')
    }
  }

  const isPlaying = () => playing !== null && tables.every((table) => table.isPlaying()) && sockets.edges().up > 0

  const started = play()
  started.catch((error: unknown) => {
    if (!isClosed) failed(error)
  })

  return {
    server,
    isPlaying,
    async close() {
      isClosed = true
      const socketsClosed = sockets.close()
      server.close()
      server.closeAllConnections()
      engine.stop()
      playing?.feed.stop()
      await Promise.all([socketsClosed, playing?.table.stop(), ...tables.map((table) => table.stop())])
      dhowWallet.close()
      await dropLease(db, leaseName, holder).catch((error: unknown) => log.warn({ error: String(error) }, 'lease kept'))
      await db.close()
    },
  }
}

/** The page that an address shows: all games, the game to play, or the proof of one of its rounds. */
function pageOf(path: string): string {
  if (path === '/') return '/games.html'
  const [, kind, game] = /^\/(play|proof)\/(\w{1,20})(?:\/[\w.-]{1,80})?$/.exec(path) ?? []
  if (game === 'dhow' || (game === 'crash' && kind === 'proof')) return `/${kind}.html`
  if (game !== undefined && tableGameOf(game)) return `/table-${kind}.html`
  return game !== undefined && gameOf(game) ? `/instant-${kind}.html` : ''
}
