import pg from 'pg'
import { wait, type Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { contain } from './contain.ts'
import type { Wire, WireEnd } from './wire.ts'

const channel = 'dhow_bus'
const retryMs = 1_000

/**
 * A wire over NOTIFY, on a dedicated connection to the database itself: a pooler in transaction mode cannot LISTEN.
 * Messages are batched, because each NOTIFY takes a lock that all commits share, and PostgreSQL refuses a payload of
 * 8,000 bytes or more.
 */
export function openNotifyWire(config: pg.ClientConfig, clock: Clock, log: Log): Wire {
  let connection: pg.Client | undefined
  let isClosed = false

  const connect = async (end: WireEnd) => {
    const client = new pg.Client(config)
    client.on('error', (error) => log.warn({ err: error }, 'the LISTEN connection was lost'))
    const receive = ({ payload }: pg.Notification) => end.receive(payload ?? '')
    client.on('notification', contain(log, 'notification', receive))
    await client.connect()
    await client.query(`listen ${channel}`)
    connection = client
    // Reconnect only after a connection that was up: a failed attempt ends too, and would start a second series of
    // attempts.
    const onEnd = () => {
      connection = undefined
      if (isClosed) return undefined
      end.lost()
      return reconnect(end)
    }
    client.on('end', contain(log, 'LISTEN connection', onEnd))
    end.restored()
  }
  const reconnect = async (end: WireEnd) => {
    while (!isClosed) {
      try {
        return await connect(end)
      } catch (error) {
        log.warn({ err: error }, 'the LISTEN connection could not be restored yet')
        await wait(clock, retryMs)
      }
    }
  }

  return {
    gatherMs: 25,
    payloadBytes: 7_500,
    open: connect,
    async send(payload) {
      if (!connection) throw new Error('the LISTEN connection is lost')
      await connection.query('select pg_notify($1, $2)', [channel, payload])
    },
    async close() {
      isClosed = true
      await connection?.end()
    },
  }
}
