import { readFault } from '@dhow/contract/faults'
import { textOf } from '@dhow/contract/player-texts'
import { operatorText } from '@dhow/contract/operator-texts'
import { createServer } from 'node:http'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { safeParse, type $ZodIssue, type $ZodType } from 'zod/v4/core'
import { apiBase, type Access, type Operation } from '@dhow/contract/operation'
import { startWithinMs } from '@dhow/platform/listen'
import type { Log } from '@dhow/platform/log'
import type { Config } from '../../config.ts'
import { contain } from '../contain.ts'
import type { Faults } from '../faults.ts'
import type { UploadGate } from '../upload-gate.ts'
import { Refusal, type FieldTexts } from '../refusal.ts'
import { isShallowJson, unstorablePath } from '../storable-text.ts'
import { Bytes, Ready, type Call, type Guards, type Handler, type PlayerSession, type StaffSession } from './call.ts'
import { createWriteCoalescer } from './write-coalescer.ts'
import { sendFailure, sendRawFailure, sendRefusal } from './errors.ts'
import { readMultipart } from './multipart.ts'
import type { PlayerTurns } from './player-turns.ts'
import type { ProxyWatch } from './proxy-watch.ts'
import { openSignedCalls, type SignedRoute } from './signed-calls.ts'

type AnyHandler = Handler<unknown, unknown, unknown, unknown, Access>

/** One listener: the portal's or the console's. Features hang their operations on it, each once. */
export interface Listener {
  fastify: FastifyInstance
  serve<Params, Query, Body, Reply, Who extends Access>(
    operation: Operation<Params, Query, Body, Reply, Who>,
    handler: Handler<Params, Query, Body, Reply, Who>,
  ): void
  /** Answers POST calls of programs at a path, with its body as it came. */
  serveSigned(prefix: string, path: string, route: SignedRoute): void
  /** Whether anything is behind a path. */
  serves(method: Operation['method'], url: string): boolean
}

export interface ListenerParts {
  config: Config
  log: Log
  faults?: Faults | undefined
  uploadGate: UploadGate
  turns: PlayerTurns
  proxies: ProxyWatch
  guards: Guards
  countryOf(request: FastifyRequest): string | undefined
}

/** JSON bodies are small; multipart bodies state their own limit. */
const bodyLimitBytes = 64 * 1024
const bodyDepthAtMost = 32
/** Connections that sent half a request are looked for so often. */
const connectionsCheckedEachMs = 1_000
const json = 'application/json; charset=utf-8'

export async function openListener(parts: ListenerParts): Promise<Listener> {
  const { config, log, faults } = parts
  const coalescer = createWriteCoalescer(log)
  const programs = openSignedCalls(coalescer, faults, log)
  const server = fastify({
    serverFactory: (library, options) => {
      const times = {
        headersTimeout: Math.min(config.headersTimeoutMs, config.requestTimeoutMs),
        requestTimeout: config.requestTimeoutMs,
        connectionsCheckingInterval: connectionsCheckedEachMs,
      }
      const listener = createServer(times, (request, response) => {
        const route = contain(
          log,
          'request',
          () => programs.take(request, response) || library(request, response),
          () => sendRawFailure(response),
        )
        route()
      })
      listener.keepAliveTimeout = Number(options['keepAliveTimeout'])
      return listener
    },
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing is logged under a request's own number, and a logger for each request is not free.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    requestTimeout: config.requestTimeoutMs,
    pluginTimeout: startWithinMs,
  })
  if (faults) {
    // Once the body is there: what goes on when that comes in a packet of its own would not know the crash point.
    server.addHook('preHandler', (request, reply, done) => faults.watchRequest(request.headers, reply.raw, done))
  }
  server.addHook('onSend', coalescer.onSend)
  server.addHook('onReady', () => programs.ready())
  server.addHook('onClose', () => programs.close())
  server.setErrorHandler((error: Error, _request, reply) => sendFailure(error, reply, log))
  // An empty JSON body is a body that says nothing; the specification's logout sends one.
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    if (!isShallowJson(text as string, bodyDepthAtMost)) return done(new Refusal('bad_request'))
    try {
      done(null, JSON.parse(text as string))
    } catch {
      done(new Refusal('bad_request'))
    }
  })
  await server.register(multipart, {
    limits: { fieldSize: 4_000, fields: 20, files: 1, parts: 21, headerPairs: 40, fieldNameSize: 100 },
  })
  server.addHook('onRequest', (request, _reply, done) => {
    parts.proxies.see(request)
    done()
  })
  await server.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.ip,
    // The limit itself, which the OpenAPI document promises; who is below it need not read how much of it is left.
    addHeadersOnExceeding: { 'x-ratelimit-limit': true, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    // Files cost nothing to send, and a household behind one address fetches many.
    allowList: (request) => request.url.startsWith('/assets/') || request.url.startsWith('/tiles/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('too_many_requests', { data: { retry_after_s: Math.max(1, Math.ceil(ttl / 1_000)) } }),
  })
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, 'not_found'))

  return {
    fastify: server,
    serveSigned: programs.serve,
    serves: (method, url) => server.hasRoute({ method, url }) || programs.has(method, url),
    serve(operation, handler) {
      server.route({
        method: operation.method,
        url: apiBase + operation.path,
        config: { readBy: 'calls' },
        ...(operation.multipart ? { bodyLimit: operation.multipart.limitBytes + bodyLimitBytes } : {}),
        handler: (request, reply) => {
          const work = () => answer(operation as Operation, handler as AnyHandler, parts, request, reply)
          return operation.multipart ? parts.uploadGate.during(work) : work()
        },
      })
    },
  }
}

async function answer(
  operation: Operation,
  handler: AnyHandler,
  { guards, countryOf, log, turns }: ListenerParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const country = countryOf(request)
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 300)
  const { ip } = request
  if (operation.access !== 'staff') await guards.gate({ country, path: operation.path, access: operation.access })
  const token = bearerToken(request)
  let session: PlayerSession | undefined
  let staff: StaffSession | undefined
  if (operation.access === 'player') {
    if (token === undefined) throw new Refusal('session_invalid')
    session = await guards.player(token, { ip, userAgent })
  } else if (operation.access === 'optional' && token !== undefined) {
    session = await guards.player(token, { ip, userAgent }).catch(ignoreRefusal)
  } else if (operation.access === 'staff') {
    staff = await guards.staff(request)
    if (operation.roles && !operation.roles.includes(staff.role)) throw new Refusal('staff_forbidden')
  }

  const sent = operation.multipart
    ? await readMultipart(request, operation.multipart)
    : { fields: request.body, file: undefined }
  if (session) refuseOtherPlayer(session, [sent.fields, request.query], log, operation.name)
  const fields: FieldTexts = {}
  const params = checked(operation.params, request.params, fields)
  // An address that cannot be one of anything: nothing is looked up.
  if (unstorablePath(request.params) !== undefined || Object.keys(fields).length > 0) throw new Refusal('not_found')
  for (const source of [request.query, sent.fields]) {
    const path = unstorablePath(source)
    if (path !== undefined) fields[path || 'body'] = [textOf('text_unstorable', {})]
  }
  const query = checked(operation.query, request.query, fields)
  const body = checked(operation.body, sent.fields ?? undefined, fields)
  if (Object.keys(fields).length > 0) {
    const first = Object.values(fields)[0]?.[0]
    throw new Refusal('invalid_fields', { fields, text: first })
  }

  const call = {
    params,
    query,
    body,
    session,
    staff,
    file: sent.file,
    token,
    ip,
    userAgent,
    country,
    request,
    reply,
    idempotencyKey: idempotencyKey(request),
  } as Call<unknown, unknown, unknown, Access>
  // Reads lock nothing.
  const bounded = operation.method === 'GET' ? undefined : session
  const result = await (bounded ? turns.run(bounded.playerId, () => handler(call)) : handler(call))

  // Return the payload: fastify would await a returned reply once more.
  if (!reply.hasHeader('cache-control'))
    reply.header('cache-control', operation.offline ? 'private, no-cache' : 'no-store')
  if (result instanceof Ready) {
    reply.type(json)
    return result.json
  }
  if (result instanceof Bytes) {
    reply
      .type(result.mediaType)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
    return result.content
  }
  const out = safeParse(operation.reply as $ZodType, result)
  if (!out.success) {
    log.error({ operation: operation.name, issues: out.error.issues }, 'a reply did not fit the contract')
    throw new Refusal('internal')
  }
  reply.type(json)
  return JSON.stringify(out.data)
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  const match = header === undefined ? undefined : /^Bearer ([A-Za-z0-9_-]{1,200})$/.exec(header)
  return match?.[1] ?? (header === undefined ? undefined : '')
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\w.:-]{1,100}$/.test(header)) {
    throw new Refusal('invalid_fields', {
      fields: { 'Idempotency-Key': [operatorText('key_rule', {})] },
    })
  }
  return header
}

function ignoreRefusal(error: unknown): undefined {
  if (error instanceof Refusal) return undefined
  throw error
}

/** The player is always the one of the token; a call that names another is refused, whatever its schema keeps of it. */
function refuseOtherPlayer(session: PlayerSession, sources: unknown[], log: Log, operation: string) {
  for (const source of sources) {
    const named = (source as Record<string, unknown> | null | undefined)?.['player_id']
    if (named === undefined || named === null || named === '' || named === session.playerId) continue
    log.warn(
      { playerId: session.playerId, named: JSON.stringify(named).slice(0, 60), operation },
      'a call named another player',
    )
    throw new Refusal('player_mismatch')
  }
}

function checked(schema: unknown, value: unknown, fields: FieldTexts): unknown {
  if (schema === undefined) return undefined
  const result = safeParse(schema as $ZodType, value)
  if (result.success) return result.data
  for (const issue of result.error.issues) addText(fields, issue)
  return undefined
}

function addText(fields: FieldTexts, issue: $ZodIssue) {
  const field = issue.path.length > 0 ? issue.path.map(String).join('.') : 'body'
  const texts = (fields[field] ??= [])
  const text = readFault(issue.message) ?? textOf(isMissing(issue) ? 'required' : 'input_invalid', {})
  if (!texts.some((one) => one.code === text.code)) texts.push(text)
}

const isMissing = (issue: $ZodIssue) => 'input' in issue && issue.input === undefined
