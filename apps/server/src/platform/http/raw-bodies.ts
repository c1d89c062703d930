import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Leaves the bodies of a scope's calls as they arrived, for callers that sign their raw bytes: nothing reads a body before its signature was checked.
 * @returns options of the scope's routes; callers with a signature have no rate limit
 */
export function keepRawBodies(scope: FastifyInstance, limitBytes: number) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: limitBytes }, (_request, body, ready) =>
    ready(null, body),
  )
  return { bodyLimit: limitBytes, config: { rateLimit: false as const } }
}

/** The bytes of a call's body; none where it has no body. */
export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
