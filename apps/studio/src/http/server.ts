import { createServer } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { Drain } from '@dhow/platform/drain'
import { startTimeoutMs } from '@dhow/platform/listen'
import type { Log } from '@dhow/platform/log'

/** Default limit of a request body. */
const bodyBytes = 4096

/** The studio's HTTP server: common headers, raw bodies, refusals as `{code}`. The caller adds the routes. */
export function openHttp(headers: Record<string, string>, log: Log, drain: Pick<Drain, 'follow'>): FastifyInstance {
  const server = fastify({
    // Node's own server with its own time limits.
    serverFactory: (library) =>
      createServer((request, response) => {
        drain.follow(response)
        library(request, response)
      }),
    bodyLimit: bodyBytes,
    forceCloseConnections: true,
    pluginTimeout: startTimeoutMs,
    // A URL that cannot be decoded.
    frameworkErrors(_error, _request, reply) {
      void reply.hijack()
      reply.raw.writeHead(404, { ...headers, 'content-type': 'application/json; charset=utf-8' })
      reply.raw.end(JSON.stringify({ code: 'not_found' }))
    },
  })
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ ...headers, 'cache-control': 'no-store' })
    done()
  })
  // Raw bytes, because a signature covers them; calls are parsed as JSON with any content type.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error.statusCode !== undefined && error.statusCode < 500) return reply.code(400).send({ code: 'malformed' })
    log.error({ error: String(error) }, 'a request failed')
    return reply.code(500).send({ code: 'internal' })
  })
  server.setNotFoundHandler(({ method }, reply) =>
    method === 'GET' || method === 'HEAD'
      ? reply.code(404).send({ code: 'not_found' })
      : reply.code(405).send({ code: 'method' }),
  )
  return server
}

/** Parsed body of a call; undefined if it is not JSON. */
export function parseJson(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString('utf8')) : undefined
  } catch {
    // Same refusal as for other JSON.
    return undefined
  }
}

/** No inline scripts, framed only by the portal; the only other origin is the portal, for its public log on proof pages. */
export function pageHeaders(origin: string, portalOrigins: string[]): Record<string, string> {
  const live = origin.replace(/^http/, 'ws')
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      `connect-src 'self' ${live} ${portalOrigins[0] ?? ''}`.trimEnd(),
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      `frame-ancestors ${portalOrigins.join(' ')}`,
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  }
}
