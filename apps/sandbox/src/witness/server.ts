import fastify, { type FastifyInstance } from 'fastify'
import { addCheckpoint, type WitnessParts } from './witness.ts'

/** Enough for 63 hashes and a head with a hundred signatures. */
const longestBytes = 64 * 1024

/** The witness as an HTTP server, ready to listen. */
export function openWitnessServer(parts: WitnessParts): FastifyInstance {
  const server = fastify({ bodyLimit: longestBytes, forceCloseConnections: true })
  // The protocol defines no media type for requests.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  server.post('/add-checkpoint', async ({ body }, reply) => {
    const answer = await addCheckpoint(parts, Buffer.isBuffer(body) ? body : Buffer.alloc(0))
    if (answer.reason !== undefined) void reply.header('x-refused', answer.reason)
    return reply.code(answer.status).type(answer.mediaType).send(answer.body)
  })
  return server
}
