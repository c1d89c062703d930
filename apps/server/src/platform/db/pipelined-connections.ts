import pg from 'pg'
import type { Log } from '../log.ts'

interface Connection {
  client: pg.Client
  ready: Promise<unknown>
  underWay: number
  /** Whether what is written waits for the end of this turn of the loop. */
  gathers: boolean
}

/** The part of a connection's stream that `pg` does not name in its types. */
interface Inside {
  connection: { stream: { cork(): void; uncork(): void } }
}

/**
 * Connections of their own for statements that are asked all the time, each statement a transaction of its own. Where all of them are
 * busy the next statement is sent behind the one that is under way, and what one turn of the loop brings leaves in one write: waking
 * the other side costs more than a small statement does. A connection that is lost fails what was sent on it, and the next statement
 * opens another.
 */
export function openPipelinedConnections(config: pg.ClientConfig, most: number, log: Log) {
  const connections = new Set<Connection>()

  const open = (): Connection => {
    const client = new pg.Client({ ...config, pipeline: true })
    const connection: Connection = { client, ready: client.connect(), underWay: 0, gathers: false }
    client.on('error', (error) => {
      connections.delete(connection)
      log.warn({ err: error }, 'a connection for prepared statements was lost')
    })
    client.on('end', () => connections.delete(connection))
    connection.ready.catch(() => connections.delete(connection))
    connections.add(connection)
    return connection
  }
  const freest = () => {
    const best = [...connections].reduce<Connection | undefined>(
      (least, lane) => (least && least.underWay <= lane.underWay ? least : lane),
      undefined,
    )
    return best === undefined || (best.underWay > 0 && connections.size < most) ? open() : best
  }
  const gather = (lane: Connection) => {
    if (lane.gathers) return
    const { stream } = (lane.client as unknown as Inside).connection
    lane.gathers = true
    stream.cork()
    setImmediate(() => {
      lane.gathers = false
      stream.uncork()
    })
  }

  // The first statement should not wait for a connection.
  open()

  return {
    /** Runs a statement by its name, which each connection reads and plans once. */
    async run<Row>(name: string, text: string, values: unknown[]): Promise<Row[]> {
      const lane = freest()
      lane.underWay++
      try {
        await lane.ready
        gather(lane)
        return (await lane.client.query({ name, text, values })).rows as Row[]
      } finally {
        lane.underWay--
      }
    },
    async close() {
      await Promise.all([...connections].map(({ client }) => client.end()))
    },
  }
}
