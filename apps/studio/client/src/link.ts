import type { ToEveryPage } from '../../src/live/messages.ts'
import { atNextTry } from './next-try.ts'

/**
 * The connection to the table. It opens again by itself, sends commands again until they are answered, and keeps the server's time:
 * the page computes the flight from it.
 */
export interface Link {
  /** Sends it again until it is answered. */
  sendCommand(message: Command): void
  send(message: { t: string }): void
  /** The server's time now. */
  nowMs(): number
}

interface Command {
  t: string
  id: string
}

type Message = ToEveryPage | { t: 'snap'; now: number }

export interface LinkParts<ToPage extends { t: string }> {
  url: string
  hello(): { t: 'hello' }
  received(message: ToPage): void
  /** An answered command; `id` as it was sent. */
  answered(id: string, code: string): void
  changed(state: 'open' | 'lost' | 'ended', code: string): void
}

const resendMs = 2500
const pingMs = 15_000
const silenceMs = 40_000
/** Codes after which trying again is of no use. */
const finalCodes = new Set(['session_unknown', 'too_many', 'malformed'])

/** Long because its functions share the socket and the commands that wait. */
export function openLink<ToPage extends { t: string }>({
  url,
  hello,
  received,
  answered,
  changed,
}: LinkParts<ToPage>): Link {
  const waiting = new Map<string, Command>()
  let socket: WebSocket | null = null
  let isSeated = false
  let tries = 0
  let lastMessageMs = performance.now()
  let offsetMs = 0
  let bestTripMs = Infinity
  let isEnded = false

  function connect(): void {
    const opened = new WebSocket(url)
    socket = opened
    opened.addEventListener('open', () => {
      lastMessageMs = performance.now()
      raw(hello())
      ping()
    })
    opened.addEventListener('message', (event: MessageEvent<string>) => {
      lastMessageMs = performance.now()
      handle(JSON.parse(event.data) as ToPage)
    })
    opened.addEventListener('close', () => {
      if (socket === opened) lose()
    })
  }

  function handle(incoming: ToPage): void {
    const message = incoming as unknown as Message
    if (message.t === 'pong') {
      const tripMs = Date.now() - message.c
      if (tripMs <= bestTripMs) {
        bestTripMs = tripMs
        offsetMs = message.s + tripMs / 2 - Date.now()
      } else {
        // A trip slowly counts as worse than it was, so that a clock that drifts is noticed.
        bestTripMs += 2
      }
      return
    }
    if (message.t === 'snap' && bestTripMs === Infinity) offsetMs = message.now - Date.now()
    if (message.t === 'welcome') {
      isSeated = true
      tries = 0
      changed('open', '')
      received(incoming)
      for (const command of waiting.values()) raw(command)
      return
    }
    if (message.t === 'ack') {
      if (waiting.delete(message.id)) answered(message.id, message.code)
      return
    }
    if (message.t === 'bye' && finalCodes.has(message.code)) {
      isEnded = true
      changed('ended', message.code)
    }
    received(incoming)
  }

  function lose(): void {
    socket = null
    isSeated = false
    if (isEnded) return
    changed('lost', '')
    atNextTry(tries++, connect)
  }

  function raw(message: { t: string }): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const ping = (): void => raw({ t: 'ping', c: Date.now() } as { t: string })

  setInterval(() => {
    if (isSeated) for (const command of waiting.values()) raw(command)
  }, resendMs)
  setInterval(() => {
    if (performance.now() - lastMessageMs > silenceMs && socket) {
      const dead = socket
      lose()
      dead.close()
    } else {
      ping()
    }
  }, pingMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) ping()
  })
  connect()

  return {
    sendCommand(message) {
      waiting.set(message.id, message)
      if (isSeated) raw(message)
    },
    send: (message) => {
      if (isSeated) raw(message)
    },
    nowMs: () => Date.now() + offsetMs,
  }
}

/** A fresh id of a command. */
export const newCommandId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
