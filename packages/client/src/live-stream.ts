import type { LiveEvent } from '@dhow/contract/live'
import { livePath } from '@dhow/contract/operation'

type Hello = Extract<LiveEvent, { type: 'hello' }>

interface StreamOptions {
  /** `ws://host:port` or `wss://…` of the portal. */
  origin: string
  /** Asks for a ticket of one use (`liveTicket`), where no stream has brought one; undefined where none came, which counts as a failed try. */
  ticket: () => Promise<string | undefined>
  /** Called with each event but a `hello` after a gap, whose content is fetched with the rest. */
  onEvent: (event: LiveEvent) => void
  /** Receives the number of unread messages, which a `hello` after a gap has too. */
  onUnread?: (count: number) => void
  /** Receives the balance at the beginning of each connection, whether or not a later fetch succeeds. */
  onBalance?: (hello: Hello) => void
  /** Something was missed: fetch again what may have changed. */
  onGap: () => void
  /** Compares the balance at the stream's beginning with the one on the screen. */
  isCurrent: (hello: Hello) => boolean
  /** Set where a stream was open before: events since its end were missed. */
  resumed?: boolean
  /** Milliseconds before each next try, the last one repeated; each is spread by 60 to 140 %, so that clients cut off together do not return together. */
  waitsMs?: readonly number[]
  /** False keeps the next try back until `reconnect`. */
  mayReconnect?: () => boolean
  /** Gives a number from 0 to 1 that spreads the tries; without it, from the time since the page opened. */
  spread?: () => number
}

export interface LiveStream {
  /** Connects now where no stream is open. */
  reconnect(): void
  /** Ends the connection; the next one is opened after `waitsMs`. */
  disconnect(): void
  close(): void
}

const usualWaitsMs = [500, 1_000, 2_000, 3_000, 5_000]
const timeOfPage = () => (performance.now() % 1_000) / 1_000

/**
 * Opens a player's live stream and keeps it open. A stream that is cut is opened again with the ticket that it brought, without a call. Events carry consecutive numbers: a number that skips, a new connection, or a beginning
 * with another balance than the screen shows is a gap, and calls `onGap`.
 */
export function openLiveStream(options: StreamOptions): LiveStream {
  const { ticket, onEvent, onGap, isCurrent, waitsMs = usualWaitsMs, spread = timeOfPage } = options
  let isClosed = false
  let socket: WebSocket | undefined
  let tries = 0
  /** Came with the stream before. It is good once, so it is not kept past the moment in which it is sent. */
  let ahead: string | undefined
  let hasGap = options.resumed ?? false
  let timer: ReturnType<typeof setTimeout> | undefined

  function retry() {
    hasGap = true
    if (isClosed || options.mayReconnect?.() === false) return
    const waitMs = waitsMs[Math.min(tries++, waitsMs.length - 1)] ?? 0
    timer = setTimeout(() => void connect(), waitMs * (0.6 + 0.8 * spread()))
  }

  async function connect() {
    const granted = ahead ?? (await ticket().catch(() => undefined))
    if (isClosed) return
    if (granted === undefined) return retry()
    const opened = new WebSocket(options.origin + livePath)
    socket = opened
    let next = 0
    opened.onopen = () => {
      if (ahead === granted) ahead = undefined
      opened.send(JSON.stringify({ ticket: granted }))
    }
    opened.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as LiveEvent
      if ('unread' in event) options.onUnread?.(event.unread ?? 0)
      if (event.type === 'hello') {
        tries = 0
        ahead = event.ticket
        const isGap = hasGap || event.seq !== next || !isCurrent(event)
        hasGap = false
        options.onBalance?.(event)
        if (isGap) onGap()
        else onEvent(event)
      } else {
        if (event.seq !== next) onGap()
        onEvent(event)
      }
      next = event.seq + 1
    }
    opened.onclose = retry
  }

  void connect()
  return {
    reconnect() {
      clearTimeout(timer)
      tries = 0
      if (socket?.readyState !== WebSocket.OPEN) void connect()
    },
    disconnect() {
      clearTimeout(timer)
      socket?.close()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
