import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { byeText, type FromEdge, type Priority } from './edge-messages.ts'
import { openEdgeProcess, type EdgePort } from './edge-process.ts'
import { openLocalEdge } from './local-edge.ts'
import type { ToEveryPage } from './messages.ts'
import type { Seat } from './seats.ts'

/** Open pages: who sits where and what they may send. Their sockets are held by edges, each of which gets a message to all pages once. */
export interface Sockets {
  /** Sends to all pages in a room; what has to arrive `now` overtakes what may come `soon`, and each page reads both in their order. */
  room(path: string): (message: object, priority: Priority) => void
  /** Sends to a player's pages in a room. */
  send(room: string, player: string, message: object): void
  count(): number
  /** How many edges take connections, of how many. */
  edges(): { up: number; of: number }
  close(): Promise<void>
}

/** The pages of one game. */
export interface Room {
  /** Reads a message from outside; undefined where it is none of this game's. */
  read(value: unknown): object | undefined
  received(page: Page, message: object): void
}

/** A room whose messages a schema reads. */
export const roomOf = <Message extends object>(
  schema: { safeParse(value: unknown): { success: boolean; data?: Message | undefined } },
  received: (page: Page, message: Message) => void,
): Room => ({
  read: (value) => schema.safeParse(value).data,
  received: (page, message) => received(page, message as Message),
})

export interface Page {
  seat: Seat | null
  send(message: object): void
  /** Seats the page; false where this player has too many open already. */
  sit(seat: Seat): boolean
  leave(code: Extract<ToEveryPage, { t: 'bye' }>['code']): void
}

export interface SocketParts {
  clock: SteadyClock
  log: Log
  limits: { perPlayer: number; perAddress: number }
  /** How many processes hold the sockets; 0: this one. */
  edges: number
  /** By the path that their pages connect to. */
  rooms: ReadonlyMap<string, Room>
  isOwnOrigin(origin: string, host: string): boolean
}

interface Connection extends Page {
  id: number
  edge: EdgePort
  room: string
  address: string
}

/** Opens the pages' connections at the server's paths for them. Long because its functions share the three indexes of open pages. */
export function openSockets(server: Server, parts: SocketParts): Sockets {
  const { clock, log, limits, rooms } = parts
  const pages = new Map<number, Connection>()
  const byPlayer = new Map<string, Set<Connection>>()
  const byAddress = new Map<string, number>()
  let lastId = 0
  const events = { received, lost }
  const edges =
    parts.edges === 0
      ? [openLocalEdge(clock, log, events)]
      : Array.from({ length: parts.edges }, () => openEdgeProcess(clock, log, events))
  /** Pages that each edge holds. */
  const held = new Map(edges.map((edge) => [edge, 0]))
  const emptiest = (): EdgePort | undefined =>
    edges.filter((edge) => edge.isUp()).sort((a, b) => held.get(a)! - held.get(b)!)[0]

  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket
    const address = socket.remoteAddress ?? ''
    const { origin, host } = request.headers
    const path = request.url?.split('?')[0] ?? ''
    // A browser always states where the page is from; programs that do not are not a page that could be misused.
    const isOwn = origin === undefined || parts.isOwnOrigin(origin, host ?? '')
    const isFull = (byAddress.get(address) ?? 0) >= limits.perAddress
    const edge = emptiest()
    const status = !rooms.has(path) ? 404 : !isOwn ? 403 : isFull ? 429 : edge ? 0 : 503
    if (!edge || status !== 0) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const page = open(edge, path, address)
    edge.open(
      { page: page.id, room: path, headers: handshakeOf(request.headers), head: head.toString('base64') },
      socket,
    )
  })

  function open(edge: EdgePort, room: string, address: string): Connection {
    const id = ++lastId
    const page: Connection = {
      id,
      edge,
      room,
      address,
      seat: null,
      send: (message) => edge.post({ t: 'send', pages: [id], text: JSON.stringify(message) }),
      sit(seat) {
        const others = byPlayer.get(seat.player) ?? new Set()
        // A page may be gone while its seat was looked up.
        if (others.size >= limits.perPlayer || !pages.has(id)) return false
        byPlayer.set(seat.player, others.add(page))
        page.seat = seat
        edge.post({ t: 'join', page: id })
        return true
      },
      leave: (code) => edge.post({ t: 'leave', page: id, text: byeText(code) }),
    }
    pages.set(id, page)
    held.set(edge, held.get(edge)! + 1)
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    return page
  }

  function received(_edge: EdgePort, message: FromEdge): void {
    if (message.t === 'alive') return
    const page = pages.get(message.page)
    if (!page) return
    if (message.t === 'closed') return forget(page)
    const room = rooms.get(page.room)!
    const found = read(room, message.text)
    if (found) room.received(page, found)
    else page.leave('malformed')
  }

  function lost(edge: EdgePort): void {
    for (const page of [...pages.values()]) if (page.edge === edge) forget(page)
  }

  function forget(page: Connection): void {
    pages.delete(page.id)
    held.set(page.edge, held.get(page.edge)! - 1)
    const left = (byAddress.get(page.address) ?? 1) - 1
    if (left > 0) byAddress.set(page.address, left)
    else byAddress.delete(page.address)
    const others = page.seat && byPlayer.get(page.seat.player)
    if (!page.seat || !others) return
    others.delete(page)
    if (others.size === 0) byPlayer.delete(page.seat.player)
  }

  return {
    room: (room) => (message, priority) => {
      const text = JSON.stringify(message)
      for (const edge of edges) edge.post({ t: 'broadcast', room, text, priority })
    },
    send(room, player, message) {
      const own = [...(byPlayer.get(player) ?? [])].filter((page) => page.room === room)
      if (own.length === 0) return
      const text = JSON.stringify(message)
      for (const edge of edges) {
        const there = own.filter((page) => page.edge === edge).map(({ id }) => id)
        if (there.length > 0) edge.post({ t: 'send', pages: there, text })
      }
    },
    count: () => [...pages.values()].filter(({ seat }) => seat).length,
    edges: () => ({ up: edges.filter((edge) => edge.isUp()).length, of: edges.length }),
    async close() {
      await Promise.all(edges.map((edge) => edge.stop()))
    },
  }
}

const handshakeHeaders = ['upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version']

const handshakeOf = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(handshakeHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))

function read(room: Room, text: string): object | undefined {
  try {
    return room.read(JSON.parse(text))
  } catch {
    // Not JSON: the same refusal as JSON that is no message of ours.
    return undefined
  }
}
