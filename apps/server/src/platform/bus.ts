import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { contain } from './contain.ts'

/** Messages between processes: small facts by topic. At-most-once and unordered between processes, so it only ever nudges. */
export interface Bus {
  publish(topic: string, message: unknown): void
  subscribe(topic: string, receive: (message: never) => void): void
  /** Whether no other process is known to be on the database. */
  isAlone(): boolean
  close(): Promise<void>
}

interface Wire {
  listen(channel: string, receive: (payload: string) => void): Promise<unknown>
  notify(channel: string, payload: string): Promise<unknown>
}

const channel = 'dhow_bus'
const flushAfterMs = 25
/** PostgreSQL refuses a payload of 8,000 bytes or more. */
const payloadLimitBytes = 7_500
const heartbeatEveryMs = 5_000
/** A process without a message for so long counts as gone. */
const goneAfterMs = 60_000
/** The connection is stale if our own messages have not come back for this long. */
const staleAfterMs = 3 * heartbeatEveryMs

/**
 * A bus over LISTEN/NOTIFY. Subscribers of the same process are called at once; the other processes get what has gathered in
 * `flushAfterMs` in one message, because each NOTIFY takes a lock that all commits share. For the same reason a process that is alone sends
 * only its heartbeat, from its start on: sending everything without a receiver was a sixth of the cost of bets.
 */
export async function openBus(
  wire: Wire,
  parts: { clock: Clock; log: Log; processId: string; alone: boolean },
): Promise<Bus> {
  const { clock, log, processId } = parts
  const receivers = new Map<string, Set<(message: never) => void>>()
  const lastSeenMs = new Map<string, number>()
  let waiting: [string, unknown][] = []
  let cancelFlush: (() => void) | undefined
  let cancelHeartbeat = () => {}
  let isClosed = false

  const deliver = (topic: string, message: unknown) => {
    for (const receive of receivers.get(topic) ?? []) receive(message as never)
  }

  const own = `{"from":"${processId}",`
  const onNotify = contain(log, 'bus', (payload: string) => {
    if (payload.startsWith(own)) return void lastSeenMs.set(processId, clock.monotonicMs())
    const { from, messages } = JSON.parse(payload) as { from: string; messages: [string, unknown][] }
    const isNew = !lastSeenMs.has(from)
    lastSeenMs.set(from, clock.monotonicMs())
    // Answer a new process at once, so that it counts us.
    if (isNew) void notify([])
    for (const [topic, message] of messages) deliver(topic, message)
  })
  const isAlone = () => {
    const nowMs = clock.monotonicMs()
    for (const [process, atMs] of lastSeenMs) if (nowMs - atMs > goneAfterMs) lastSeenMs.delete(process)
    const ownMs = lastSeenMs.get(processId)
    return ownMs !== undefined && nowMs - ownMs < staleAfterMs && lastSeenMs.size === 1
  }

  const notify = (messages: string[]) =>
    wire
      .notify(channel, `${own}"messages":[${messages.join()}]}`)
      .catch((error: unknown) => log.warn({ error }, 'the bus could not notify'))
  const heartbeat = async () => {
    await notify([])
    if (!isClosed) cancelHeartbeat = clock.after(heartbeatEveryMs, contain(log, 'bus beat', heartbeat))
  }
  const flush = async () => {
    cancelFlush = undefined
    const messages = waiting
    waiting = []
    if (isAlone()) return
    for (const packet of packets(messages)) await notify(packet)
  }

  if (!parts.alone) {
    await wire.listen(channel, onNotify)
    await heartbeat()
  }

  return {
    isAlone: () => parts.alone || isAlone(),
    publish(topic, message) {
      deliver(topic, message)
      if (parts.alone) return
      waiting.push([topic, message])
      cancelFlush ??= clock.after(flushAfterMs, contain(log, 'bus flush', flush))
    },
    subscribe(topic, receive) {
      const set = receivers.get(topic) ?? new Set()
      set.add(contain(log, `subscriber of ${topic}`, receive))
      receivers.set(topic, set)
    },
    async close() {
      isClosed = true
      cancelHeartbeat()
      cancelFlush?.()
      await flush()
    },
  }
}

/** The messages as text, as many together as one payload holds. */
function* packets(messages: [string, unknown][]): Generator<string[]> {
  let packet: string[] = []
  let size = 0
  for (const message of messages) {
    const text = JSON.stringify(message)
    const length = Buffer.byteLength(text) + 1
    if (size + length > payloadLimitBytes && packet.length > 0) {
      yield packet
      packet = []
      size = 0
    }
    packet.push(text)
    size += length
  }
  if (packet.length > 0) yield packet
}
