import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import type { Log } from '@dhow/platform/log'
import type { Faults } from '../faults.ts'
import { containAnswers, outageWaitS, sendFailure, sendRefusal } from './errors.ts'

/** A call as it came in. */
export interface SignedCall {
  /** The path with its query, as it was asked for. */
  path: string
  /** Names of the path's pattern with what stands in their place. */
  params: Record<string, string>
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

export interface SignedRoute {
  /** How large a body may be. */
  limitBytes: number
  /** The answer's status, and its body as JSON text. */
  answer(call: SignedCall): Promise<{ status: number; json: string }>
}

interface SignedCallsParts {
  faults?: Faults | undefined
  log: Log
}

const empty = Buffer.alloc(0)

export type SignedCalls = ReturnType<typeof openSignedCalls>

/**
 * POST calls of programs, signed over their raw bytes: a Fastify of its own behind the same socket. Bodies stay bytes, whatever type they name, and
 * nothing that answers browsers runs (rates, countries, forms, headers of pages); a scope of the other one would inherit its hooks.
 */
export function openSignedCalls({ faults, log }: SignedCallsParts) {
  const logger: FastifyBaseLogger = log
  const server = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    routerOptions: { maxParamLength: 200 },
  })
  const prefixes: string[] = []
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
  server.addHook('onRequest', (request, _reply, next) => {
    delete request.raw.headers['content-type']
    next()
  })
  if (faults)
    server.addHook('preHandler', (request, reply, next) => faults.watchRequest(request.headers, reply.raw, next))
  server.addHook('onSend', containAnswers(log))
  server.setErrorHandler((error: Error, _request, reply) => sendFailure(error, reply, log))
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, 'not_found'))

  return {
    /** Adds a call by its path below a prefix; all POST requests below that are for programs. */
    serve(prefix: string, path: string, { limitBytes, answer }: SignedRoute) {
      if (!prefixes.includes(prefix)) prefixes.push(prefix)
      server.post<{ Params: Record<string, string>; Body: Buffer | undefined }>(
        prefix + path,
        { bodyLimit: limitBytes },
        async (request, reply) => {
          const { status, json } = await answer({
            path: request.url,
            params: request.params,
            headers: request.headers,
            rawBody: request.body ?? empty,
          })
          reply.code(status).header('content-type', 'application/json; charset=utf-8')
          if (status === 503) reply.header('retry-after', String(outageWaitS))
          return json
        },
      )
    },
    has: (method: string, url: string) => server.hasRoute({ method, url }),
    /** Whether the request is a call of a program; then it is answered. */
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      if (request.method !== 'POST' || !prefixes.some((prefix) => request.url?.startsWith(prefix))) return false
      server.routing(request, response)
      return true
    },
    /** Routes are fixed from here on. */
    async ready() {
      await server.ready()
    },
    close: () => server.close(),
  }
}
