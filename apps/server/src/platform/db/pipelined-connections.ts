import { Socket } from 'node:net'
import pg from 'pg'
import type { Timers } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { confirmed } from './confirmed.ts'

interface Connection {
  client: pg.Client
  /** The client's own stream, which it was given: `cork` on it gathers writes. Below TLS it gathers nothing. */
  socket: Socket
  ready: Promise<unknown>
  isReady: boolean
  underWay: number
  /** Whether what is written waits for the end of this turn of the loop. */
  gathers: boolean
}

/**
 * Connections of their own for statements that are asked all the time, each statement a transaction of its own. Where all of them are
 * busy the next statement is sent behind the one that is under way, and what one turn of the loop brings leaves in one write: waking
 * the other side costs more than a small statement does. A connection that is lost fails what was sent on it, and the next statement
 * opens another.
 */
export function openPipelinedConnections(
  config: pg.ClientConfig,
  { most, isPooled, log, timers }: { most: number; isPooled: boolean; log: Log; timers: Timers },
) {
  const connections = new Set<Connection>()

  const open = (): Connection => {
    const socket = new Socket()
    const client = new pg.Client({ ...config, pipeline: true, stream: () => socket })
    const ready = client.connect()
    const connection: Connection = { client, socket, ready, isReady: false, underWay: 0, gathers: false }
    client.on('error', (error) => {
      connections.delete(connection)
      log.warn({ err: error }, 'a connection for prepared statements was lost')
    })
    client.on('end', () => connections.delete(connection))
    ready.then(
      () => (connection.isReady = true),
      () => connections.delete(connection),
    )
    connections.add(connection)
    return connection
  }
  /** A statement leaves at once where any connection is open: a further one opens beside it, one at a time. */
  const freest = (): Connection => {
    const all = [...connections]
    const opened = all.filter(({ isReady }) => isReady)
    const best = (opened.length > 0 ? opened : all).reduce<Connection | undefined>(
      (least, connection) => (least && least.underWay <= connection.underWay ? least : connection),
      undefined,
    )
    if (best === undefined) return open()
    if (best.underWay > 0 && opened.length === all.length && all.length < most) open()
    return best
  }
  const gather = (connection: Connection) => {
    if (connection.gathers) return
    connection.gathers = true
    connection.socket.cork()
    setImmediate(() => {
      connection.gathers = false
      connection.socket.uncork()
    })
  }

  // The first statement should not wait for a connection.
  open()

  return {
    /** Runs a statement by its name, which each connection reads and plans once; behind a pooler no connection is ours for longer than a statement. */
    async run<Row>(name: string, text: string, values: unknown[]): Promise<Row[]> {
      const connection = freest()
      connection.underWay++
      try {
        if (!connection.isReady) await connection.ready
        gather(connection)
        const statement = { ...(isPooled ? {} : { name }), text, values }
        return (await confirmed(timers, connection.client.query<Row & pg.QueryResultRow>(statement))).rows
      } finally {
        connection.underWay--
      }
    },
    async close() {
      await Promise.all([...connections].map(({ client }) => client.end()))
    },
  }
}
