import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Leaves the bodies of a scope's calls as raw bytes, for callers that sign them: no body is parsed before its signature
 * is checked.
 * @returns options for the scope's routes; signed callers have no rate limit
 */
export function keepRawBodies(scope: FastifyInstance, limitBytes: number) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limitBytes }, (_request, body, ready) =>
    ready(null, body),
  )
  return { bodyLimit: limitBytes, config: { rateLimit: false as const } }
}

/** Bytes of a call's body; empty without a body. */
export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
