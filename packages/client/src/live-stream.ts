import type { LiveEvent } from '@dhow/contract/live'
import { livePath } from '@dhow/contract/operation'

type Hello = Extract<LiveEvent, { type: 'hello' }>

interface StreamOptions {
  /** `ws://host:port` or `wss://…` of the portal. */
  origin: string
  /** Requests a one-time ticket (`liveTicket`) if no stream has sent one; undefined counts as a failed try. */
  ticket: () => Promise<string | undefined>
  /** Called with each event except a `hello` after a gap, whose data is refetched with the rest. */
  onEvent: (event: LiveEvent) => void
  /** Receives the number of unread messages, also from a `hello` after a gap. */
  onUnread?: (count: number) => void
  /** Receives the balance at the start of each connection, since a later fetch may fail. */
  onBalance?: (hello: Hello) => void
  /** Called if events were missed: refetch what may have changed. */
  onGap: () => void
  /** Whether the balance in the hello equals the one on the screen. */
  isCurrent: (hello: Hello) => boolean
  /** Set if a stream was open before: events since then were missed. */
  resumed?: boolean
  /** Pauses before each retry, the last one repeated; each with a jitter of 60 to 140 %, so that clients do not reconnect together. */
  waitsMs?: readonly number[]
  /** False delays the next try until `reconnect`. */
  canReconnect?: () => boolean
  /** Jitter from 0 to 1; default: from the time since the page load. */
  spread?: () => number
}

export interface LiveStream {
  /** Connects now if no stream is open. */
  reconnect(): void
  /** Closes the connection; it reopens after `waitsMs`. */
  disconnect(): void
  close(): void
}

const usualWaitsMs = [500, 1_000, 2_000, 3_000, 5_000]
const timeOfPage = () => (performance.now() % 1_000) / 1_000

/**
 * Opens a player's live stream and keeps it open. A stream that is cut reconnects with the ticket it received, without a call. Events have consecutive
 * numbers. A skipped number, a reconnect, or another balance than the screen's at the start is a gap, and calls `onGap`.
 */
export function openLiveStream(options: StreamOptions): LiveStream {
  const { ticket, onEvent, onGap, isCurrent, waitsMs = usualWaitsMs, spread = timeOfPage } = options
  let isClosed = false
  let socket: WebSocket | undefined
  let tries = 0
  /** Ticket from the previous stream; valid once, so dropped when sent. */
  let ahead: string | undefined
  let hasGap = options.resumed ?? false
  let timer: ReturnType<typeof setTimeout> | undefined

  function retry() {
    hasGap = true
    if (isClosed || options.canReconnect?.() === false) return
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
