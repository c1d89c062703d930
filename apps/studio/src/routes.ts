import { createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { dhowHeaders, dhowWindowMs } from '@dhow/contract/gateway'
import { roundsQuery } from '@dhow/contract/rounds-file'
import type { TablesNow } from '@dhow/contract/tables-now'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SteadyClock } from '@dhow/platform/clock'
import { answerReady, type Drain } from '@dhow/platform/drain'
import { sameBytes } from '@dhow/platform/same-bytes'
import { version, type Config } from './config.ts'
import { proofOf } from './crash/proof.ts'
import { gameList } from './games.ts'
import { inputsOfRounds } from './history/round-inputs.ts'
import type { InstantEngine } from './instant/engine.ts'
import { gameOf } from './instant/games.ts'
import type { Db } from './platform/db.ts'
import { publishedChains } from './rounds/chain.ts'
import { tableGameOf } from './tables/games.ts'
import { proofOf as tableProofOf } from './tables/proof.ts'
import { prefetchPage } from './http/prefetch-page.ts'
import { readFiles, sendFile } from './http/files.ts'
import { parseJson } from './http/server.ts'

export interface RouteParts {
  config: Config
  clock: SteadyClock
  drain: Pick<Drain, 'isDraining'>
  db: Db
  engine: InstantEngine
  /** State of the shared tables; empty while another process plays them. */
  tablesNow(): TablesNow
  /** State of the process for the health answer. */
  health(): { state: 'playing' | 'preparing' | 'standby'; pages: number; edges: { up: number; of: number } }
}

/** Body limit of a request about many rounds with their bet ids. */
const roundsBytes = 2_000_000
const game = ':game(^\\w{1,20}$)'
/** Parameters of the paths below. */
interface RoundPath {
  Params: { game: string; round: string }
}

/** Routes of the public data about games and rounds, and of the pages. */
export function serveStudio(server: FastifyInstance, parts: RouteParts): void {
  const { config, db, engine } = parts
  const listed = gameList(config.providerCode, config.origin)
  const since = new Date(parts.clock.nowMs()).toISOString()
  server.get('/health', () => ({ status: 'ok', version, since, ...parts.health() }))
  serveReadiness(server, parts)
  server.get('/games.json', () => listed)
  server.get('/api/tables-now', () => parts.tablesNow())

  server.get<RoundPath>(`/api/proof/${game}/:round(^[\\w.-]{1,80}$)`, async (request, reply) => {
    const { game, round } = request.params
    const proof = await engine.proof(game, round)
    return sendProof(
      reply,
      isPlayed(proof) ? { ...proof, log: inLog(config, { game, name: proof.pair, round }) } : proof,
    )
  })
  server.get<RoundPath>('/api/crash/rounds/:round(^[\\w-]{1,60}$)', async (request, reply) =>
    sendChainProof(
      reply,
      config,
      { game: 'dhow', round: request.params.round },
      await proofOf(db, request.params.round),
    ),
  )
  server.get<RoundPath>(`/api/tables/${game}/rounds/:round(^[\\w-]{1,60}$)`, async (request, reply) => {
    const { game, round } = request.params
    const table = tableGameOf(game)
    return sendChainProof(reply, config, { game, round }, table ? await tableProofOf(db, table, round) : null)
  })
  server.get('/api/crash/chain', (_request, reply) => sendChain(reply, db, 'dhow'))
  server.get<RoundPath>(`/api/tables/${game}/chain`, async (request, reply) => {
    const table = tableGameOf(request.params.game)
    return table ? sendChain(reply, db, table.slug) : notFound(reply)
  })

  server.post('/api/rounds', { bodyLimit: roundsBytes }, async (request, reply) => {
    if (!isFromPortal(request, config.walletKey, parts.clock)) return reply.code(403).send({ code: 'signature' })
    const query = roundsQuery.safeParse(parseJson(request.body))
    if (!query.success) return reply.code(400).send({ code: 'malformed' })
    return { rounds: await inputsOfRounds(db, engine, query.data.rounds) }
  })

  servePages(
    server,
    listed.games.map(({ slug }) => slug),
  )
}

/**
 * Readiness for supervisors and load balancers. Pages of shared tables go to the process that plays them, or prepares them and lets pages wait; any
 * ready one serves the rest.
 */
function serveReadiness(server: FastifyInstance, { clock, drain, db, health }: RouteParts): void {
  server.get('/health/live', () => ({ status: 'live' }))
  const answer = () => answerReady(clock, drain, () => db.query('select 1'))
  server.get('/health/ready', async (_request, reply) => {
    const { status, body } = await answer()
    return reply.code(status).send({ ...body, state: health().state })
  })
  server.get('/health/playing', async (_request, reply) => {
    const { state, edges } = health()
    // Load balancers ask each standby often: without a question to the database.
    if (state === 'standby' || edges.up === 0) return reply.code(503).send({ status: 'unready', state })
    const { status, body } = await answer()
    return reply.code(status).send({ ...body, state })
  })
}

/** Serves the built pages and files, and for each game a page that prefetches its files. */
function servePages(server: FastifyInstance, slugs: string[]): void {
  const files = readFiles(fileURLToPath(new URL('./../dist/client/', import.meta.url)))
  for (const slug of slugs) {
    const ahead = prefetchPage(files, pageOf(`/play/${slug}`), slug)
    if (ahead) files.set(`/ahead/${slug}`, ahead)
  }
  server.get('/*', (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const file = path.endsWith('.html') ? undefined : (files.get(path) ?? files.get(pageOf(path)))
    return file ? sendFile(request, reply, file) : notFound(reply)
  })
}

/** Page by path: list of games, a game, or the proof of a round. */
function pageOf(path: string): string {
  if (path === '/') return '/games.html'
  const [, kind, game] = /^\/(play|proof)\/(\w{1,20})(?:\/[\w.-]{1,80})?$/.exec(path) ?? []
  if (game === 'dhow' || (game === 'crash' && kind === 'proof')) return `/${kind}.html`
  if (game !== undefined && tableGameOf(game)) return `/table-${kind}.html`
  return game !== undefined && gameOf(game) ? `/instant-${kind}.html` : ''
}

const notFound = (reply: FastifyReply) => reply.code(404).send({ code: 'not_found' })

function sendProof(reply: FastifyReply, proof: object | 'in_play' | null): FastifyReply {
  if (proof === 'in_play') return reply.code(409).send({ code: 'in_play' })
  return proof ? reply.send(proof) : notFound(reply)
}

const isPlayed = <Proof extends object>(proof: Proof | 'in_play' | null): proof is Proof =>
  proof !== null && proof !== 'in_play'

const sendChainProof = (
  reply: FastifyReply,
  config: Config,
  asked: { game: string; round: string },
  proof: { chain: { id: string } } | 'in_play' | null,
) => sendProof(reply, isPlayed(proof) ? { ...proof, log: inLog(config, { ...asked, name: proof.chain.id }) } : proof)

/** Addresses at the portal: log proof of a round's chain or seed, the log's keys, the round's receipts for its player. */
function inLog(
  { portalOrigins: [portal = ''], providerCode }: Config,
  { game, name, round }: { game: string; name: string; round: string },
) {
  return {
    commitment: `${portal}/api/v1/dhow/commitments/${providerCode}/${game}/${name}`,
    keys: `${portal}/log/keys`,
    receipts: `${portal}/receipts?${new URLSearchParams({ provider: providerCode, round }).toString()}`,
  }
}

/** Sends the public commitments of the current chain and the next one. */
async function sendChain(reply: FastifyReply, db: Db, game: string): Promise<FastifyReply> {
  const [now, next] = await publishedChains(db, game)
  return now ? reply.send({ ...now, next: next ?? null }) : notFound(reply)
}

/** Whether the portal signed the request, as the studio signs its calls to the portal. */
function isFromPortal({ headers, body }: FastifyRequest, key: string, clock: SteadyClock): boolean {
  if (!Buffer.isBuffer(body)) return false
  const timestamp = String(headers[dhowHeaders.timestamp])
  if (!(Math.abs(clock.nowMs() - Number(timestamp)) <= dhowWindowMs)) return false
  const right = Buffer.from(createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex'))
  const given = Buffer.from(String(headers[dhowHeaders.signature]))
  return sameBytes(given, right)
}
