import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { contain } from './contain.ts'
import { openPeers } from './peers.ts'
import type { Wire } from './wire.ts'

/**
 * Messages between processes: small facts by topic, published after the commit. Delivery is at most once, so a message
 * is only a hint; after a possible loss every subscriber reads the current state again.
 */
export interface Bus {
  publish(topic: string, message: unknown): void
  /**
   * @param resync reads the current state, or drops caches, after messages may have been lost; its promise is awaited
   */
  subscribe(topic: string, receive: (message: never) => void, resync: () => unknown): void
  /** Whether no other process is known to use the database. */
  isAlone(): boolean
  close(): Promise<void>
}

interface Subscriber {
  receive(message: never): void
  resync(): void
}

interface Packet {
  from: string
  /** Consecutive for each sender, from 0; a gap means a lost message. */
  number?: number
  messages: [string, unknown][]
  /** The last message of a process that shuts down. */
  isLast?: boolean
}

const heartbeatEveryMs = 5_000
/** A process without a message for this long may have been killed. */
const lateAfterMs = 2.5 * heartbeatEveryMs
/** The connection is stale if our own messages have not come back for this long. */
const staleAfterMs = 3 * heartbeatEveryMs
/** Several signs of one gap count as one: the processes reconnect one after the other. */
const resyncDelayMs = 500

/**
 * A bus over a wire. Subscribers of the same process are called at once; other processes get the messages of a short
 * while in one payload. A process that is alone sends only its heartbeat: sending everything without a receiver was a
 * sixth of the cost of bets. Without a wire a process is always alone.
 */
export async function openBus(
  wire: Wire | undefined,
  parts: { clock: Clock; log: Log; processId: string },
): Promise<Bus> {
  const { log } = parts
  const subscribers = new Map<string, Set<Subscriber>>()
  const resync = () => {
    for (const set of subscribers.values()) for (const one of set) one.resync()
  }
  const link = wire && (await openLink(wire, parts, { deliver, resync }))

  function deliver(topic: string, message: unknown) {
    for (const { receive } of subscribers.get(topic) ?? []) receive(message as never)
  }

  return {
    isAlone: () => link?.isAlone() ?? true,
    publish(topic, message) {
      deliver(topic, message)
      link?.publish(topic, message)
    },
    subscribe(topic, receive, resync) {
      const set = subscribers.get(topic) ?? new Set()
      set.add({
        receive: contain(log, `subscriber of ${topic}`, receive),
        resync: contain(log, `resync of ${topic}`, resync),
      })
      subscribers.set(topic, set)
    },
    close: async () => link?.close(),
  }
}

/** The bus's end of the wire: tracks other processes, unsent messages and losses. */
async function openLink(
  wire: Wire,
  { clock, log, processId }: { clock: Clock; log: Log; processId: string },
  { deliver, resync }: { deliver(topic: string, message: unknown): void; resync(): void },
) {
  const send = openSending(wire, processId, log)
  const peers = openPeers(clock, { own: processId, lateAfterMs, staleAfterMs })
  let waiting: [string, unknown][] = []
  let cancelFlush: (() => void) | undefined
  let cancelResync: (() => void) | undefined
  let cancelHeartbeat = () => {}
  let isClosed = false

  const gap = () => {
    cancelResync ??= clock.after(resyncDelayMs, () => {
      cancelResync = undefined
      resync()
    })
  }
  const receive = (payload: string) => {
    const { from, number, messages, isLast } = JSON.parse(payload) as Packet
    const { isNew, isGap } = peers.note(from, number)
    if (from === processId) return
    if (isGap) gap()
    // Answer a new process at once, so that it counts this one.
    if (isNew && !isLast) void send([])
    for (const [topic, message] of messages) deliver(topic, message)
    if (isLast) peers.leave(from)
  }
  const heartbeat = async () => {
    await send([])
    if (peers.hasNewLate()) gap()
    if (!isClosed) cancelHeartbeat = clock.after(heartbeatEveryMs, contain(log, 'bus beat', heartbeat))
  }
  const flush = async () => {
    cancelFlush = undefined
    const messages = waiting
    waiting = []
    if (peers.isAlone()) return
    for (const packet of packets(messages, wire.payloadBytes)) await send(packet)
  }

  let isFirst = true
  await wire.open({
    receive: contain(log, 'bus', receive),
    lost: peers.loseOwn,
    restored() {
      if (isFirst) isFirst = false
      else gap()
      cancelHeartbeat()
      void heartbeat()
    },
  })

  return {
    isAlone: peers.isAlone,
    publish(topic: string, message: unknown) {
      waiting.push([topic, message])
      cancelFlush ??= clock.after(wire.gatherMs, contain(log, 'bus flush', flush))
    },
    async close() {
      isClosed = true
      cancelHeartbeat()
      cancelResync?.()
      cancelFlush?.()
      await flush()
      await send([], true)
      await wire.close()
    },
  }
}

/** Sends packets. A packet that fails to leave uses up a number too, so that the others notice the loss. */
function openSending(wire: Wire, processId: string, log: Log) {
  let sent = 0
  let isFailing = false
  return async (messages: string[], isLast = false) => {
    try {
      const last = isLast ? ',"isLast":true' : ''
      await wire.send(`{"from":"${processId}","number":${sent++},"messages":[${messages.join()}]${last}}`)
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'messages to other processes could not be published')
      isFailing = true
    }
  }
}

/** Packs messages as text, as many as fit in one payload. */
function* packets(messages: [string, unknown][], limitBytes: number): Generator<string[]> {
  let packet: string[] = []
  let size = 0
  for (const message of messages) {
    const text = JSON.stringify(message)
    const length = Buffer.byteLength(text) + 1
    if (size + length > limitBytes && packet.length > 0) {
      yield packet
      packet = []
      size = 0
    }
    packet.push(text)
    size += length
  }
  if (packet.length > 0) yield packet
}
