import type { LiveEvent } from '@dhow/contract/live'
import { call } from './api.ts'

export type LiveMessage = LiveEvent

const path = '/api/v1/dhow/live'
const waitsMs = [500, 1_000, 2_000, 3_000, 5_000]
/** Metered connection. */
const longWaitsMs = [3_000, 10_000, 30_000, 60_000]

/**
 * The tab's one live stream. After a gap or a new connection, or where the stream begins with another balance than the tab knows, `missed`
 * is called: fetch again what may have changed. Else its beginning is heard like all that follows. The answer closes it.
 */
export function openLive({
  hear,
  missed,
  knows,
  unread,
  resumed,
  saver,
}: {
  hear: (message: LiveMessage) => void
  missed: () => void
  /** Whether this is the balance that the tab shows. */
  knows: (balance: Pick<LiveMessage & { type: 'hello' }, 'chips' | 'held'>) => boolean
  /** Takes the number of messages that the player has not read. */
  unread: (count: number) => void
  /** Whether the tab had a stream before: what was told since its end is missed too. */
  resumed: boolean
  /** Comes back less often, and keeps no stream for a tab that nobody sees. */
  saver: boolean
}): () => void {
  let closed = false
  let socket: WebSocket | undefined
  let tries = 0
  let hasGap = resumed
  let timer: ReturnType<typeof setTimeout> | undefined

  const again = () => {
    hasGap = true
    if (closed || (saver && document.hidden)) return
    // Everybody was cut off at the same moment, and nobody should come back at the same one.
    const waits = saver ? longWaitsMs : waitsMs
    const waitMs = waits[Math.min(tries++, waits.length - 1)]! * (0.6 + (0.8 * (performance.now() % 1_000)) / 1_000)
    timer = setTimeout(() => void connect(), waitMs)
  }

  const connect = async () => {
    const ticket = await call('liveTicket', { body: {} }).then(
      (answer) => answer.ticket,
      () => undefined,
    )
    if (closed) return
    if (ticket === undefined) return again()
    let next = 0
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`)
    socket.onopen = () => socket?.send(JSON.stringify({ ticket }))
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as LiveMessage
      if ('unread' in message) unread(message.unread ?? 0)
      if (message.type === 'hello') {
        tries = 0
        if (hasGap || !knows(message)) missed()
        else hear(message)
        hasGap = false
      } else {
        if (message.seq !== next) missed()
        hear(message)
      }
      next = message.seq + 1
    }
    socket.onclose = again
  }

  const onSight = () => {
    clearTimeout(timer)
    if (document.hidden) return socket?.close()
    tries = 0
    if (socket?.readyState !== WebSocket.OPEN) void connect()
  }

  void connect()
  if (saver) document.addEventListener('visibilitychange', onSight)
  return () => {
    closed = true
    document.removeEventListener('visibilitychange', onSight)
    clearTimeout(timer)
    socket?.close()
  }
}
