import { createHash } from 'node:crypto'
import { connect, type ConnectionOptions, type NatsConnection } from '@nats-io/transport-node'
import { wait, type Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { contain } from './contain.ts'
import { required } from './required.ts'
import type { Wire, WireEnd } from './wire.ts'

/** With the time a server takes to open its port, a process reconnects well within two seconds. */
const retryMs = 200
const connectWithinMs = 2_000
/** A connection without an answer for twice this time counts as lost. */
const pingEachMs = 5_000
const pingsOut = 2

/**
 * A wire over NATS that connects in the background, at the start and after each loss. The subject is derived from the
 * installation's secret, so that several installations may share one NATS.
 * @param parts.url one or several addresses, separated by commas: `nats://[user:password@]host:port`, `tls://` for an
 * encrypted connection
 */
export function openNatsWire(parts: { url: string; installation: string }, clock: Clock, log: Log): Wire {
  const digest = createHash('sha256').update(`bus of ${parts.installation}`).digest('hex').slice(0, 16)
  const subject = `dhow.${digest}.bus`
  let connection: NatsConnection | undefined
  let isUp = false
  let isClosed = false
  let connected: Promise<void> = Promise.resolve()

  const stands = async (opened: NatsConnection, end: WireEnd) => {
    // The subscription is active once the server has answered a flush sent after it.
    await opened.flush()
    isUp = true
    log.info('connected to NATS')
    end.restored()
  }
  const firstConnection = async () => {
    while (!isClosed) {
      try {
        return await connect(optionsOf(parts.url))
      } catch (error) {
        log.warn({ err: error }, 'no connection to NATS')
        await wait(clock, retryMs)
      }
    }
    return undefined
  }
  const begin = async (end: WireEnd) => {
    const opened = await firstConnection()
    if (!opened || isClosed) return opened?.close()
    connection = opened
    const receive = (_error: Error | null, message: { string(): string }) => end.receive(message.string())
    opened.subscribe(subject, { callback: contain(log, 'NATS message', receive) as never })
    // A connection that is lost meanwhile reconnects, and reports it then.
    const again = () =>
      stands(opened, end).catch((error: unknown) => log.warn({ err: error }, 'the connection to NATS was lost again'))
    await again()
    for await (const status of opened.status()) {
      if (status.type === 'disconnect' && isUp) {
        isUp = false
        log.warn('no connection to NATS')
        end.lost()
      } else if (status.type === 'reconnect') await again()
      else if (status.type === 'error') log.warn({ err: status.error }, 'NATS reported an error')
    }
    return undefined
  }

  return {
    gatherMs: 2,
    payloadBytes: 60_000,
    open(end) {
      const failed = (error: unknown) => (isClosed ? undefined : log.error({ err: error }, 'the NATS client failed'))
      connected = begin(end).catch(failed)
      return Promise.resolve()
    },
    send(payload) {
      if (!isUp || !connection) return Promise.reject(new Error('no connection to NATS'))
      connection.publish(subject, payload)
      return Promise.resolve()
    },
    async close() {
      isClosed = true
      if (!connection) return
      if (isUp) await connection.flush().catch(() => undefined)
      await connection.close()
      await connected
    },
  }
}

/** @returns what is wrong with `NATS_URL`, as a sentence; undefined if it can be used */
export const natsUrlFault = (text: string): string | undefined =>
  text.split(',').every((one) => URL.canParse(one.trim()) && ['nats:', 'tls:'].includes(new URL(one.trim()).protocol))
    ? undefined
    : 'NATS_URL has to be one or several addresses such as nats://host:4222, separated by commas.'

function optionsOf(text: string): ConnectionOptions {
  const urls = text.split(',').map((one) => new URL(one.trim()))
  const { username, password } = required(urls[0], 'the first address of NATS')
  const user = decodeURIComponent(username)
  const secret = password !== '' ? { user, pass: decodeURIComponent(password) } : user === '' ? {} : { token: user }
  return {
    servers: urls.map(({ host }) => host),
    ...secret,
    ...(urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    name: 'dhow server',
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: retryMs,
    reconnectJitter: retryMs,
    reconnectJitterTLS: retryMs,
    timeout: connectWithinMs,
    pingInterval: pingEachMs,
    maxPingOut: pingsOut,
  }
}
