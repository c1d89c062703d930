import { Socket } from 'node:net'
import pg from 'pg'
import type { Timers } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { confirmed } from './confirmed.ts'

interface Connection {
  client: pg.Client
  /** The client's own stream: `cork` on it gathers writes. Below TLS it gathers nothing. */
  socket: Socket
  ready: Promise<unknown>
  isReady: boolean
  underWay: number
  /** Whether writes wait for the end of this turn of the event loop. */
  gathers: boolean
}

/**
 * Dedicated connections for frequent statements, each its own transaction. If all are busy, the next statement is sent
 * behind the one under way, and the statements of one turn of the event loop leave in one write: waking the other side
 * costs more than a small statement. A lost connection fails the statements sent on it, and the next statement opens
 * another.
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
  /** Picks the least busy open connection. If it is busy, opens a further one beside it, one at a time. */
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

  // Open one ahead, so that the first statement does not wait.
  open()

  return {
    /**
     * Runs a statement by its name, which each connection parses and plans once; behind a pooler statements are
     * unnamed.
     */
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
