import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** What crosses processes: small facts by topic. At-most-once and unordered between processes, so it only ever nudges. */
export interface Bus {
  publish(topic: string, message: unknown): void
  subscribe(topic: string, receive: (message: never) => void): void
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

/**
 * A bus over LISTEN/NOTIFY. Subscribers of the same process are told at once; the other processes get what has gathered in
 * `flushAfterMs` in one message, because each NOTIFY takes a lock that all commits share.
 */
export async function openBus(
  wire: Wire,
  parts: { clock: Clock; log: Log; processId: string; alone: boolean },
): Promise<Bus> {
  const receivers = new Map<string, Set<(message: never) => void>>()
  let waiting: [string, unknown][] = []
  let cancelFlush: (() => void) | undefined

  const deliver = (topic: string, message: unknown) => {
    for (const receive of receivers.get(topic) ?? []) {
      try {
        receive(message as never)
      } catch (error) {
        parts.log.error({ error, topic }, 'a subscriber of the bus failed')
      }
    }
  }

  if (!parts.alone) {
    const own = JSON.stringify({ from: parts.processId }).slice(0, -1)
    await wire.listen(channel, (payload) => {
      // What this process said itself comes back too, and is most of what comes.
      if (payload.startsWith(own)) return
      const { messages } = JSON.parse(payload) as { messages: [string, unknown][] }
      for (const [topic, message] of messages) deliver(topic, message)
    })
  }

  const flush = async () => {
    cancelFlush = undefined
    const messages = waiting
    waiting = []
    for (const payload of packed(parts.processId, messages)) {
      await wire.notify(channel, payload).catch((error: unknown) => parts.log.warn({ error }, 'the bus could not tell'))
    }
  }

  return {
    publish(topic, message) {
      deliver(topic, message)
      if (parts.alone) return
      waiting.push([topic, message])
      cancelFlush ??= parts.clock.after(flushAfterMs, () => void flush())
    },
    subscribe(topic, receive) {
      const set = receivers.get(topic) ?? new Set()
      set.add(receive)
      receivers.set(topic, set)
    },
    async close() {
      cancelFlush?.()
      await flush()
    },
  }
}

function* packed(from: string, messages: [string, unknown][]): Generator<string> {
  let batch: [string, unknown][] = []
  let size = 0
  for (const message of messages) {
    const length = Buffer.byteLength(JSON.stringify(message)) + 1
    if (size + length > payloadLimitBytes && batch.length > 0) {
      yield JSON.stringify({ from, messages: batch })
      batch = []
      size = 0
    }
    batch.push(message)
    size += length
  }
  if (batch.length > 0) yield JSON.stringify({ from, messages: batch })
}
