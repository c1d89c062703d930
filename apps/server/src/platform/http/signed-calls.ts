import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { contain } from '../contain.ts'
import type { Faults } from '../faults.ts'
import type { Log } from '../log.ts'
import type { WriteCoalescer } from './write-coalescer.ts'
import { errorReply, sendRawFailure } from './errors.ts'

/** A call as it came in. */
export interface SignedCall {
  /** The path with its query, as it was asked for. */
  path: string
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

export interface SignedRoute {
  /** How large a body may be. */
  limitBytes: number
  /** The answer's status, and its body as JSON text. */
  answer(call: SignedCall): Promise<{ status: number; json: string }>
}

/** Route for the rest of a path without its query; undefined if there is none. */
export type FindRoute = (rest: string) => SignedRoute | undefined

/**
 * POST calls of programs, signed over their raw bytes. They go by the library that answers browsers: nothing that it does for these (routes
 * with parameters, forms, headers of pages, countries) is asked for here, and it was a sixth of what a bet costs the server.
 */
export function openSignedCalls(coalescer: WriteCoalescer, faults: Faults | undefined, log: Pick<Log, 'error'>) {
  const finders = new Map<string, FindRoute>()
  // A program calls the same few addresses all the time.
  const found = new Map<string, SignedRoute>()
  const mostFound = 1_000

  const find = (url: string): SignedRoute | undefined => {
    for (const [prefix, findRest] of finders) {
      if (!url.startsWith(prefix)) continue
      const query = url.indexOf('?')
      return findRest(url.slice(prefix.length, query < 0 ? undefined : query))
    }
    return undefined
  }
  const routeOf = (method: string | undefined, url: string): SignedRoute | undefined => {
    if (method !== 'POST') return undefined
    const before = found.get(url)
    if (before !== undefined) return before
    const route = find(url)
    if (route !== undefined && found.size < mostFound) found.set(url, route)
    return route
  }

  const answer = async (route: SignedRoute, request: IncomingMessage, response: ServerResponse, rawBody: Buffer) => {
    const { status, json } = await route.answer({ path: request.url!, headers: request.headers, rawBody })
    coalescer.flush(
      () => send(response, status, json),
      () => sendRawFailure(response),
    )
  }

  return {
    at: (prefix: string, find: FindRoute) => void finders.set(prefix, find),
    has: (method: string, url: string) => routeOf(method, url) !== undefined,

    /** Whether the request is a call of a program; then it is answered. */
    take(request: IncomingMessage, response: ServerResponse): boolean {
      const route = routeOf(request.method, request.url!)
      if (route === undefined) return false
      if (Number(request.headers['content-length'] ?? 0) > route.limitBytes) {
        refuseLarge(response)
        return true
      }
      const parts: Buffer[] = []
      let size = 0
      const contained = <Args extends unknown[]>(run: (...args: Args) => unknown) =>
        contain(log, 'call of a program', run, () => sendRawFailure(response))
      const work = contained(() =>
        answer(route, request, response, parts.length === 1 ? parts[0]! : Buffer.concat(parts)),
      )
      const readPart = (part: Buffer) => {
        size += part.length
        if (size <= route.limitBytes) parts.push(part)
        else if (!response.headersSent) refuseLarge(response)
      }
      const endRead = () => {
        if (response.headersSent) return
        if (faults) faults.watchRequest(request.headers, response, work)
        else work()
      }
      request.on('data', contained(readPart))
      request.once('end', contained(endRead))
      return true
    },
  }
}

function send(response: ServerResponse, status: number, json: string) {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
  })
  response.end(json)
}

/** Do not wait for the rest of the body. */
function refuseLarge(response: ServerResponse) {
  const body = errorReply('too_large')
  response.shouldKeepAlive = false
  send(response, body.status_code, JSON.stringify(body))
}
