import { readJson } from './read-json.ts'
import type { ToEveryPage } from '../../src/live/messages.ts'
import { retryLater } from './next-try.ts'
import { openServerClock } from './server-clock.ts'

/**
 * Connection to the table. Reconnects by itself, repeats commands until answered, and tracks the server's time, from which the page computes the
 * flight.
 */
export interface Link {
  /** Repeats the command until it is answered. */
  sendCommand<Message extends Command>(message: Message): void
  send(message: { t: string }): void
  /** The server's time now. */
  nowMs(): number
}

interface Command {
  t: string
  id: string
}

/** Messages handled by the connection itself, in every game. */
type OwnMessage = ToEveryPage | { t: 'snap'; now: number }
const ownKinds = new Set<string>(['welcome', 'ack', 'pong', 'bye', 'snap'] satisfies OwnMessage['t'][])
const isOwn = (message: { t: string }): message is OwnMessage => ownKinds.has(message.t)

export interface LinkParts<ToPage extends { t: string }> {
  url: string
  hello(): { t: 'hello' }
  received(message: ToPage): void
  /** A command was answered; `id` as sent. */
  answered(id: string, code: string): void
  changed(state: 'open' | 'lost' | 'ended', code: string): void
}

const resendMs = 2500
const pingMs = 15_000
const silenceMs = 40_000
/** Codes after which retrying does not help. */
const finalCodes = new Set(['session_unknown', 'too_many', 'malformed'])

export function openLink<ToPage extends { t: string }>(parts: LinkParts<ToPage>): Link {
  const waiting = new Map<string, Command>()
  const clock = openServerClock()
  let isSeated = false

  const socket = openSocket<ToPage>(parts.url, {
    opened: () => socket.send(parts.hello()),
    received(message) {
      if (!isOwn(message)) return parts.received(message)
      if (message.t === 'pong') return clock.answered(message.c, message.s)
      if (message.t === 'ack') {
        if (waiting.delete(message.id)) parts.answered(message.id, message.code)
        return
      }
      if (message.t === 'snap') clock.guess(message.now)
      if (message.t === 'welcome') {
        isSeated = true
        socket.settled()
        parts.changed('open', '')
      }
      if (message.t === 'bye' && finalCodes.has(message.code)) {
        socket.end()
        parts.changed('ended', message.code)
      }
      parts.received(message)
      if (message.t === 'welcome') resend()
    },
    lost() {
      isSeated = false
      parts.changed('lost', '')
    },
  })

  function resend(): void {
    if (isSeated) for (const command of waiting.values()) socket.send(command)
  }
  setInterval(resend, resendMs)

  return {
    sendCommand(message) {
      waiting.set(message.id, message)
      if (isSeated) socket.send(message)
    },
    send: (message) => {
      if (isSeated) socket.send(message)
    },
    nowMs: clock.nowMs,
  }
}

interface SocketEvents<Message> {
  opened(): void
  received(message: Message): void
  lost(): void
}

/** WebSocket that reconnects by itself, also if it is silent for too long. */
function openSocket<Message>(url: string, { opened, received, lost }: SocketEvents<Message>) {
  let current: WebSocket | null = null
  let tries = 0
  let lastMessageMs = performance.now()
  let isEnded = false

  function connect(): void {
    const socket = new WebSocket(url)
    current = socket
    socket.addEventListener('open', () => {
      lastMessageMs = performance.now()
      opened()
      ping()
    })
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      lastMessageMs = performance.now()
      received(readJson<Message>(event.data))
    })
    socket.addEventListener('close', () => {
      if (current === socket) lose()
    })
  }

  function lose(): void {
    current = null
    if (isEnded) return
    lost()
    retryLater(tries++, connect)
  }

  function send(message: object): void {
    if (current?.readyState === WebSocket.OPEN) current.send(JSON.stringify(message))
  }
  const ping = (): void => send({ t: 'ping', c: Date.now() })

  setInterval(() => {
    const silent = performance.now() - lastMessageMs > silenceMs ? current : null
    if (!silent) return ping()
    lose()
    silent.close()
  }, pingMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) ping()
  })
  connect()

  return {
    send,
    /** The connection works: the next loss starts again with the shortest pause. */
    settled: () => void (tries = 0),
    /** Stops reconnecting. */
    end: () => void (isEnded = true),
  }
}

/** A fresh id of a command. */
export const newCommandId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
