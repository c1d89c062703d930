import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { RefusalCode } from '@dhow/contract/refusals'
import type { Log } from '@dhow/platform/log'
import { contain } from '../contain.ts'
import type { Faults } from '../faults.ts'
import { errorReply, outageWaitS, sendRawFailure } from './errors.ts'

/** A call as received. */
export interface SignedCall {
  /** Path and query as requested. */
  path: string
  /** Path parameters by name. */
  params: Record<string, string>
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

export interface SignedRoute {
  /** Largest body. */
  limitBytes: number
  /** Status of the answer, and its body as JSON text. */
  answer(call: SignedCall): Promise<{ status: number; json: string }>
}

interface SignedCallsParts {
  faults?: Faults | undefined
  log: Log
}

/** A route that matches a path, with its parameters. */
interface Found {
  route: SignedRoute
  params: Record<string, string>
}

/** Cached matches of paths: providers call the same few all the time. */
const maxRemembered = 1_000
/** Longest path parameter. */
const maxNameLength = 200

export type SignedCalls = ReturnType<typeof openSignedCalls>

/**
 * Serves signed POST calls of programs by node:http, beside the Fastify that answers browsers: bodies stay raw whatever
 * their type, and no page hook runs. Every bet comes this way; docs/architecture.md has the measured gain over Fastify.
 */
export function openSignedCalls({ faults, log }: SignedCallsParts) {
  const prefixes: string[] = []
  const routes: { pattern: string[]; route: SignedRoute }[] = []
  const remembered = new Map<string, Found>()

  function find(url: string): Found | undefined {
    const path = url.split('?', 1)[0] ?? ''
    const before = remembered.get(path)
    if (before) return before
    for (const { pattern, route } of routes) {
      const params = paramsOf(pattern, path.split('/'))
      if (!params) continue
      if (remembered.size < maxRemembered) remembered.set(path, { route, params })
      return { route, params }
    }
    return undefined
  }

  async function answer({ route, params }: Found, request: IncomingMessage, response: ServerResponse, rawBody: Buffer) {
    const { status, json } = await route.answer({ path: request.url ?? '', params, headers: request.headers, rawBody })
    send(response, status, json, status === 503 ? { 'retry-after': String(outageWaitS) } : {})
  }

  function receive(found: Found, request: IncomingMessage, response: ServerResponse) {
    const { limitBytes } = found.route
    const contained = <Args extends unknown[]>(run: (...args: Args) => unknown) =>
      contain(log, 'signed call', run, () => sendRawFailure(response))
    const parts: Buffer[] = []
    let size = 0
    const keep = (part: Buffer) => {
      size += part.length
      if (size <= limitBytes) parts.push(part)
      else if (!response.headersSent) refuse(response, 'too_large')
    }
    const answerBody = () => {
      if (response.headersSent) return
      const [first] = parts
      const body = parts.length === 1 && first ? first : Buffer.concat(parts)
      const work = contained(() => answer(found, request, response, body))
      if (faults) faults.watchRequest(request.headers, response, work)
      else work()
    }
    request.on('data', contained(keep))
    request.once('end', contained(answerBody))
  }

  return {
    /** Adds a call at a path below a prefix; all POST requests below the prefix are signed calls. */
    serve(prefix: string, path: string, route: SignedRoute) {
      if (!prefixes.includes(prefix)) prefixes.push(prefix)
      routes.push({ pattern: (prefix + path).split('/'), route })
    },
    has: (method: string, url: string) =>
      method === 'POST' && routes.some(({ pattern }) => pattern.join('/') === url || paramsOf(pattern, url.split('/'))),
    /** Answers the request if it is a signed call, and returns whether it is. */
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '' } = request
      if (method !== 'POST' || !prefixes.some((prefix) => url.startsWith(prefix))) return false
      const found = find(url)
      if (!found) refuse(response, 'not_found')
      else if (Number(request.headers['content-length'] ?? 0) > found.route.limitBytes) refuse(response, 'too_large')
      else receive(found, request, response)
      return true
    },
  }
}

/** Parameters of a path; undefined if it does not match the pattern. */
function paramsOf(pattern: string[], path: string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const asked = path[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== asked) return undefined
      continue
    }
    const value = decoded(asked)
    if (value === undefined || value === '' || value.length > maxNameLength) return undefined
    params[part.slice(1)] = value
  }
  return params
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, status: number, json: string, more: Record<string, string>) {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json),
    ...more,
  })
  response.end(json)
}

/** Refuses before the body has arrived, without waiting for the rest of one that is too large. */
function refuse(response: ServerResponse, code: RefusalCode) {
  const body = errorReply(code)
  if (code === 'too_large') response.shouldKeepAlive = false
  send(response, body.status_code, JSON.stringify(body), { 'cache-control': 'no-store' })
}
