import { Server } from 'node:net'
import { errorCode } from './error-code.ts'
import { OperatorError } from './process.ts'

/**
 * Length of the listen backlog, limited by the system's `net.core.somaxconn`. Beyond it the system drops packets, and clients retry after pauses that
 * double up to many seconds. Node's default is 511.
 */
const maxPendingConnections = 4_096

/** Time limit for a Fastify plugin to start; the default ten seconds are too short when many programs start together. */
export const startTimeoutMs = 120_000

/** An address to listen on, with the name of the port's setting. */
export interface ListenAddress {
  host: string
  port: number
  setting: string
}

interface Listenable {
  listen(options: { host: string; port: number; backlog: number }): Promise<unknown>
}

/**
 * Listens at an address, with a backlog for thousands of players at once.
 * @param server of Node or of Fastify
 * @throws OperatorError if the port is in use or not permitted
 */
export async function listen(server: Server | Listenable, { host, port, setting }: ListenAddress): Promise<void> {
  const options = { host, port, backlog: maxPendingConnections }
  try {
    await (server instanceof Server ? listenOn(server, options) : server.listen(options))
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} is taken by another program; choose another one with ${setting}.`)
    if (code === 'EACCES')
      throw new OperatorError(`Port ${port} may not be opened by this user; choose one above 1023 with ${setting}.`)
    throw error
  }
}

const listenOn = (server: Server, options: { host: string; port: number; backlog: number }) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
      server.off('error', reject)
      resolve()
    })
  })
