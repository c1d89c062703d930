import { Server } from 'node:net'
import { errorCode } from './error-code.ts'
import { OperatorError } from './process.ts'

/**
 * Connections that may wait to be accepted while the event loop is busy; the system's own limit (`net.core.somaxconn`) bounds it. Beyond it the
 * system drops what a client sends, and the client repeats it after pauses that double up to many seconds. Node's own default is 511.
 */
const connectionsWaitingAtMost = 4_096

/** How long a part of Fastify may take to start, in milliseconds: its own ten seconds are few where many programs start at the same moment. */
export const startWithinMs = 120_000

/** An address to listen on, with the name of the setting that has the port. */
export interface ListenAddress {
  host: string
  port: number
  setting: string
}

interface Listenable {
  listen(options: { host: string; port: number; backlog: number }): Promise<unknown>
}

/**
 * Accepts connections at an address, with room for thousands of players who come in the same moment.
 * @param server of Node or of Fastify
 * @throws OperatorError where the port is in use or may not be opened
 */
export async function listen(server: Server | Listenable, { host, port, setting }: ListenAddress): Promise<void> {
  const options = { host, port, backlog: connectionsWaitingAtMost }
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
