import type { FastifyInstance } from 'fastify'

/**
 * Connections that may wait to be accepted while the event loop is busy; the system's own limit (`net.core.somaxconn`) bounds it. Beyond it the
 * system drops what a client sends, and the client repeats it after pauses that double up to many seconds. Node's own default is 511.
 */
const connectionsWaitingAtMost = 4_096

/** Accepts connections at an address, with room for a thousand players who come in the same moment. Answers the origin. */
export const listen = (fastify: FastifyInstance, address: { host: string; port: number }): Promise<string> =>
  fastify.listen({ ...address, backlog: connectionsWaitingAtMost })
