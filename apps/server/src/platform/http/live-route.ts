import { fieldsOf } from '@dhow/contract/records'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { livePath } from '@dhow/contract/operation'
import type { Clock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { contain } from '../contain.ts'
import type { Live, LiveBalance } from '../live.ts'

/** How long a new connection may take to send its ticket. */
const ticketWithinMs = 10_000
const messageLimitBytes = 4 * 1024
const messagesPerSecond = 20
/** Keeps the connection alive through mobile networks. */
const pingEveryMs = 25_000

export interface LiveRouteParts {
  clock: Clock
  log: Log
  live: Live
  origins: string[]
  /** @throws Refusal if the portal is closed, or closed to this visitor */
  gate(request: FastifyRequest): Promise<void>
  /** Redeems a ticket; `next` is a ticket for the next connection. */
  redeemTicket(ticket: string): Promise<{ playerId: string; sessionId: string; next: string } | undefined>
  /** Undefined if the session has ended. */
  readBalance(playerId: string, sessionId: string): Promise<LiveBalance | undefined>
}

/**
 * WebSocket of the live stream: the ticket comes as the first message, never in the URL, where logs would keep it. The
 * first reply has the ticket for the next connection.
 */
export async function serveLive(
  server: FastifyInstance,
  { clock, log, live, origins, gate, redeemTicket, readBalance }: LiveRouteParts,
) {
  await server.register(websocket, { options: { maxPayload: messageLimitBytes, perMessageDeflate: false } })
  server.get(livePath, { websocket: true }, (socket, request) => {
    const origin = request.headers.origin
    if (origin !== undefined && !origins.includes(origin) && hostOf(origin) !== request.headers.host) {
      socket.close(4003, 'origin')
      return
    }
    let leave: (() => void) | undefined
    let hasShownTicket = false
    let alive = true
    let messages = 0
    let windowFromMs = clock.monotonicMs()
    const giveUp = clock.after(ticketWithinMs, () => socket.close(4002, 'no ticket'))
    let cancelPing = () => {}
    const ping = () => {
      if (!alive) return socket.terminate()
      alive = false
      socket.ping()
      cancelPing = clock.after(pingEveryMs, ping)
    }
    const on = <Args extends unknown[]>(event: string, run: (...args: Args) => unknown) =>
      socket.on(
        event,
        contain(log, `live ${event}`, run, () => socket.terminate()),
      )
    on('pong', () => (alive = true))
    on('error', () => socket.terminate())
    on('close', () => {
      giveUp()
      cancelPing()
      leave?.()
    })
    on('message', (data: Buffer) => {
      if (clock.monotonicMs() - windowFromMs > 1_000) {
        windowFromMs = clock.monotonicMs()
        messages = 0
      }
      if (++messages > messagesPerSecond) return socket.close(4008, 'too many messages')
      // One ticket per connection: a second one would count a second connection that nothing releases.
      if (hasShownTicket) return undefined
      hasShownTicket = true
      giveUp()
      return admit(data.toString())
    })

    const admit = async (text: string) => {
      const seat = await gate(request)
        .then(() => redeemTicket(ticketOf(text)))
        .catch(() => undefined)
      if (!seat) return socket.close(4002, 'bad ticket')
      if (socket.readyState !== socket.OPEN) return
      const { playerId, sessionId, next: ticket } = seat
      leave = live.join(socket, playerId, sessionId, async () => {
        const balance = await readBalance(playerId, sessionId)
        return balance && { ...balance, ticket }
      })
      if (!leave) return socket.close(4009, 'too many streams')
      cancelPing = clock.after(pingEveryMs, ping)
    }
  })
}

/** Host of an origin; undefined for `null`, which pages with an opaque origin send, and for invalid text. */
const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

function ticketOf(text: string): string {
  try {
    const { ticket } = fieldsOf(JSON.parse(text))
    return typeof ticket === 'string' ? ticket : ''
  } catch {
    return ''
  }
}
