import { createHash } from 'node:crypto'
import type { LiveEvent, SignOutReason } from '@dhow/contract/live'
import type { Log } from '@dhow/platform/log'
import type { Bus } from './bus.ts'
import { contain } from './contain.ts'

type Unnumbered<E> = E extends { seq: number } ? Omit<E, 'seq'> : never
/** Live messages to a player, before the connection numbers them. */
export type LiveMessage = Unnumbered<LiveEvent>

/** A player's balance as the stream sends it. */
export type LiveBalance = Omit<Extract<LiveMessage, { type: 'hello' }>, 'type'>

/** Part of a WebSocket that the hub needs. */
export interface LiveSocket {
  readonly bufferedAmount: number
  send(text: string): void
  close(code?: number, reason?: string): void
  terminate(): void
}

/** Live streams of this process; messages reach the player's tabs on every process. */
export interface Live {
  /** Sends to every open tab of the player. Call it after the commit only. */
  publish(playerId: string, message: LiveMessage): void
  /** Ends the streams of one session, or of every session of the player. */
  endSession(playerId: string, sessionId: string | undefined, reason: SignOutReason): void
  /**
   * Adds an authenticated socket; undefined if the player has too many. The returned function removes it. The balance
   * is read after the socket is added, so that no change falls between the hello and the first event. After messages of
   * other processes may have been lost, a number is skipped, which makes the page fetch everything again, and a hello
   * has the new balance.
   * @param readBalance undefined if the session has ended
   */
  join(
    socket: LiveSocket,
    playerId: string,
    sessionId: string,
    readBalance: () => Promise<LiveBalance | undefined>,
  ): (() => void) | undefined
  connections(): number
  /** Eight bytes for each player with an open stream at this process; the same at every process. */
  playerMarks(): Buffer
  /** Closes every stream when this process stops: each page reconnects to another process after a random wait. */
  closeAll(): void
}

/** The WebSocket close code of a server that restarts. */
const serviceRestart = 1012
const socketsPerPlayer = 5
/** A client this far behind is disconnected; it reconnects and fetches what it missed. */
const bufferLimitBytes = 1024 * 1024
/** Streams that read their balance again at the same time. */
const readAgainAtOnce = 100
/** Among a million players, two share a mark of this length once in 37 million times. */
export const playerMarkBytes = 8

interface Stream {
  socket: LiveSocket
  playerId: string
  sessionId: string
  seq: number
  /** Messages that came before the hello, in order. */
  early: LiveMessage[] | undefined
  readBalance: () => Promise<LiveBalance | undefined>
  /** Number of balance readings; only the latest counts. */
  readings: number
}

export function openLive(bus: Bus, log: Log): Live {
  const streams = new Map<string, Set<Stream>>()
  const marks = new Map<string, Buffer>()
  const { sendTo, guarded, begin, end } = openWriting(log)
  /** Resynchronises in groups, so that thousands of pages do not fetch everything at once. */
  const resync = async () => {
    const open = [...streams.values()].flatMap((set) => [...set])
    for (let from = 0; from < open.length; from += readAgainAtOnce) {
      const group = open.slice(from, from + readAgainAtOnce)
      for (const stream of group) stream.seq++
      await Promise.all(group.map(begin))
    }
  }

  bus.subscribe(
    'live',
    ({ to, message }: { to: string; message: LiveMessage }) => {
      for (const stream of streams.get(to) ?? []) guarded(stream, () => sendTo(stream, message))
    },
    resync,
  )
  bus.subscribe(
    'live-end',
    ({ to, sessionId, reason }: { to: string; sessionId: string | null; reason: SignOutReason }) => {
      for (const stream of [...(streams.get(to) ?? [])])
        if (sessionId === null || stream.sessionId === sessionId) end(stream, reason)
    },
    // Reading the balance again finds ended sessions.
    () => undefined,
  )

  return {
    publish: (playerId, message) => bus.publish('live', { to: playerId, message }),
    endSession: (playerId, sessionId, reason) =>
      bus.publish('live-end', { to: playerId, sessionId: sessionId ?? null, reason }),
    join(socket, playerId, sessionId, readBalance) {
      const set = streams.get(playerId) ?? new Set<Stream>()
      if (set.size >= socketsPerPlayer) {
        log.info({ playerId }, 'a live stream above the limit was refused')
        return undefined
      }
      const stream: Stream = { socket, playerId, sessionId, seq: 0, early: [], readBalance, readings: 0 }
      set.add(stream)
      streams.set(playerId, set)
      if (!marks.has(playerId)) marks.set(playerId, markOf(playerId))
      void begin(stream)
      return () => {
        set.delete(stream)
        if (set.size > 0) return
        streams.delete(playerId)
        marks.delete(playerId)
      }
    },
    closeAll() {
      for (const stream of [...streams.values()].flatMap((set) => [...set]))
        guarded(stream, () => stream.socket.close(serviceRestart, 'restart'))
    },
    playerMarks: () => Buffer.concat([...marks.values()]),
    connections: () => [...streams.values()].reduce((count, set) => count + set.size, 0),
  }
}

const markOf = (playerId: string) => createHash('sha256').update(playerId).digest().subarray(0, playerMarkBytes)

/** Writes to streams: numbered messages, and the beginning with the balance. */
function openWriting(log: Log) {
  const sendTo = (stream: Stream, message: LiveMessage) => {
    if (stream.early) return void stream.early.push(message)
    if (stream.socket.bufferedAmount > bufferLimitBytes) {
      stream.socket.terminate()
      return
    }
    stream.socket.send(JSON.stringify({ seq: stream.seq++, ...message }))
  }

  const sendHello = (stream: Stream, balance: LiveBalance) => {
    const early = stream.early ?? []
    stream.early = undefined
    for (const message of [{ type: 'hello' as const, ...balance }, ...early]) sendTo(stream, message)
  }

  /** Closes a stream that cannot be written, without delaying the others. */
  const guarded = (stream: Stream, write: () => void) =>
    contain(log, 'live stream', write, () => stream.socket.terminate())()
  const end = (stream: Stream, reason: SignOutReason) =>
    guarded(stream, () => {
      if (stream.early) sendHello(stream, {})
      sendTo(stream, { type: 'signed_out', reason })
      stream.socket.close(4001, 'session ended')
    })

  /** Reads the balance and sends it after everything sent before, and ahead of messages that come meanwhile. */
  const begin = async (stream: Stream) => {
    const reading = ++stream.readings
    stream.early ??= []
    const balance = await (async () => stream.readBalance())().catch((error: unknown) => {
      log.warn({ error, playerId: stream.playerId }, 'a live stream starts without the balance')
      return {}
    })
    if (reading !== stream.readings || !stream.early) return
    if (balance === undefined) end(stream, 'signed_out')
    else guarded(stream, () => sendHello(stream, balance))
  }

  return { sendTo, guarded, begin, end }
}
