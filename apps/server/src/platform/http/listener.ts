import { createServer, type Server } from 'node:http'
import { apiBase, type Access, type Operation } from '@dhow/contract/operation'
import { countRequests } from '@dhow/platform/count-requests'
import { startTimeoutMs } from '@dhow/platform/listen'
import { noMetrics } from '@dhow/platform/metrics'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactoryHandler,
} from 'fastify'
import { contain } from '../contain.ts'
import { Refusal } from '../refusal.ts'
import { isShallowJson } from '../storable-text.ts'
import { answerCall, type AnyHandler } from './answer-call.ts'
import type { Handler } from './call.ts'
import { countRefusals, createAnswerWriter, sendFailure, sendRawFailure, sendRefusal } from './errors.ts'
import type { ListenerParts } from './parts.ts'
import { requestCounts } from './request-counts.ts'
import { openSignedCalls, type SignedCalls, type SignedRoute } from './signed-calls.ts'

/** One listener: the portal's or the console's. Features add their operations, each once. */
export interface Listener {
  fastify: FastifyInstance
  serve<Params, Query, Body, Reply, Who extends Access>(
    operation: Operation<Params, Query, Body, Reply, Who>,
    handler: Handler<Params, Query, Body, Reply, Who>,
  ): void
  /** Answers signed POST calls of programs at a path, with the raw body. */
  serveSigned(prefix: string, path: string, route: SignedRoute): void
  /** Whether a path is served. */
  serves(method: Operation['method'], url: string): boolean
}

/** Limit of JSON bodies; multipart bodies have their own. */
const bodyLimitBytes = 64 * 1024
const maxBodyDepth = 32
/** Interval at which connections with half a request are checked. */
const connectionsCheckedEachMs = 1_000

/** Opens a listener without operations; it does not listen yet. */
export async function openListener(parts: ListenerParts): Promise<Listener> {
  const { config, log, metrics, faults } = parts
  const programs = openSignedCalls({ faults, log })
  const logger: FastifyBaseLogger = log
  const server = fastify({
    serverFactory: (library, options) => openServer(parts, programs, library, Number(options['keepAliveTimeout'])),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    // No log entry uses the request's id, and a child logger costs time.
    childLoggerFactory: (logger) => logger,
    bodyLimit: bodyLimitBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    requestTimeout: config.requestTimeoutMs,
    pluginTimeout: startTimeoutMs,
  })
  if (faults) {
    // Set after the body has arrived: work continued by a later packet would lose the crash point.
    server.addHook('preHandler', (request, reply, done) => faults.watchRequest(request.headers, reply.raw, done))
  }
  server.addHook('onSend', createAnswerWriter(log))
  if (metrics !== noMetrics) {
    server.addHook('onResponse', countRequests(metrics, parts.name))
    server.addHook('onResponse', countRefusals(metrics))
  }
  server.setErrorHandler((error: Error, _request, reply) => sendFailure(error, reply, log))
  readJsonStrictly(server)
  await guardRequests(server, parts)
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, 'not_found'))

  return {
    fastify: server,
    serveSigned: programs.serve,
    serves: (method, url) => server.hasRoute({ method, url }) || programs.has(method, url),
    serve(operation, handler) {
      if (parts.isServed?.(operation.path) === false) return
      server.route({
        method: operation.method,
        url: apiBase + operation.path,
        config: { readBy: 'calls' },
        // Calls need no HEAD routes, and each route delays the start.
        exposeHeadRoute: false,
        ...(operation.multipart ? { bodyLimit: operation.multipart.limitBytes + bodyLimitBytes } : {}),
        handler: (request, reply) => {
          const work = () =>
            parts.tracer.span({ name: operation.name, kind: 'server' }, () =>
              answerCall(operation as Operation, handler as AnyHandler, parts, request, reply),
            )
          return operation.multipart ? parts.uploadGate.during(work) : work()
        },
      })
    },
  }
}

/** Node's server with its time limits; providers' calls bypass Fastify, and an error of either ends no process. */
function openServer(
  { config, log, drain }: ListenerParts,
  programs: SignedCalls,
  library: FastifyServerFactoryHandler,
  keepAliveTimeout: number,
): Server {
  const times = {
    headersTimeout: Math.min(config.headersTimeoutMs, config.requestTimeoutMs),
    requestTimeout: config.requestTimeoutMs,
    connectionsCheckingInterval: connectionsCheckedEachMs,
  }
  const listener = createServer(times, (request, response) => {
    drain.follow(response)
    const route = contain(
      log,
      'request',
      () => programs.handle(request, response) || library(request, response),
      () => sendRawFailure(response),
    )
    route()
  })
  listener.keepAliveTimeout = keepAliveTimeout
  return listener
}

/** Reads JSON bodies; an empty one counts as no body, which the specification's logout sends. */
function readJsonStrictly(server: FastifyInstance) {
  server.removeContentTypeParser('application/json')
  server.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    if (!isShallowJson(text, maxBodyDepth)) return done(new Refusal('bad_request'))
    try {
      done(null, JSON.parse(text))
    } catch {
      done(new Refusal('bad_request'))
    }
  })
}

/** Limits of form sizes, and of the requests of an address in a minute. */
async function guardRequests(server: FastifyInstance, { clock, config, proxies }: ListenerParts) {
  await server.register(multipart, {
    limits: { fieldSize: 4_000, fields: 20, files: 1, parts: 21, headerPairs: 40, fieldNameSize: 100 },
  })
  server.addHook('onRequest', (request, _reply, done) => {
    proxies.see(request)
    done()
  })
  await server.register(rateLimit, {
    max: config.requestsPerMinute,
    timeWindow: 60_000,
    store: requestCounts(clock),
    keyGenerator: (request) => request.ip,
    // The OpenAPI document promises the limit; callers below it need not know what remains.
    addHeadersOnExceeding: { 'x-ratelimit-limit': true, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    // Files cost little, and a household behind one address fetches many.
    allowList: (request) => request.url.startsWith('/assets/') || request.url.startsWith('/tiles/'),
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('too_many_requests', { data: { retry_after_s: Math.max(1, Math.ceil(ttl / 1_000)) } }),
  })
}
