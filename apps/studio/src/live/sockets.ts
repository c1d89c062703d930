import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { byeText, type FromEdge, type Priority } from './edge-messages.ts'
import { openEdgeProcess, type EdgePort } from './edge-process.ts'
import { openLocalEdge } from './local-edge.ts'
import type { ToEveryPage } from './messages.ts'
import { openPages, type OpenPage } from './pages.ts'
import type { Seat } from './seats.ts'

/** Open pages, their seats and limits. Edges hold the sockets; each edge gets a broadcast once. */
export interface Sockets {
  /** Broadcasts to a room; `now` messages are not delayed by `soon` ones, and each page gets both in order. */
  room(path: string): (message: object, priority: Priority) => void
  /** Sends to a player's pages in a room. */
  send(room: string, player: string, message: object): void
  count(): number
  /** Number of edges that accept connections, and of all edges. */
  edges(): { up: number; of: number }
  close(): Promise<void>
}

/** The pages of one game. */
export interface Room {
  /** Handles a message of a page; false if it is not one of this game. */
  receive(page: Page, text: string): boolean
}

/** A room whose messages are parsed by a schema. */
export const roomOf = <Message extends object>(
  schema: { safeParse(value: unknown): { success: boolean; data?: Message | undefined } },
  received: (page: Page, message: Message) => void,
): Room => ({
  receive(page, text) {
    const message = schema.safeParse(parseJson(text)).data
    if (message) received(page, message)
    return message !== undefined
  },
})

export interface Page {
  seat: Seat | null
  isOpen(): boolean
  send(message: object): void
  /** Seats the page; false if this player has too many open pages. */
  takeSeat(seat: Seat): boolean
  leave(code: Extract<ToEveryPage, { t: 'bye' }>['code']): void
}

export interface SocketParts {
  clock: SteadyClock
  log: Log
  limits: { perPlayer: number; perAddress: number }
  /** Number of edge processes; 0: this process. */
  edges: number
  /** By the path of the connection. */
  rooms: ReadonlyMap<string, Room>
  isOwnOrigin(origin: string, host: string): boolean
}

type Connection = Page & OpenPage

/** Accepts WebSocket connections at the rooms' paths. */
export function openSockets(server: Server, parts: SocketParts): Sockets {
  const { clock, log, limits, rooms } = parts
  let lastId = 0
  const events = { received, lost }
  const edges =
    parts.edges === 0
      ? [openLocalEdge(clock, log, events)]
      : Array.from({ length: parts.edges }, () => openEdgeProcess(clock, log, events))
  const pages = openPages<Connection>(edges, limits.perPlayer)

  server.on('upgrade', (request, socket, head) => {
    // Node's `http` servers upgrade only net sockets.
    if (!(socket instanceof Socket)) return void socket.destroy()
    const address = socket.remoteAddress ?? ''
    const { origin, host } = request.headers
    const path = request.url?.split('?')[0] ?? ''
    // Browsers always send Origin; a client without it is not a page of another site.
    const isOwn = origin === undefined || parts.isOwnOrigin(origin, host ?? '')
    const isFull = pages.at(address) >= limits.perAddress
    const edge = pages.emptiest()
    const status = !rooms.has(path) ? 404 : !isOwn ? 403 : isFull ? 429 : edge ? 0 : 503
    if (!edge || status !== 0) return refuse(socket, status)
    const { id } = open(edge, path, address)
    edge.open({ page: id, room: path, headers: handshakeOf(request.headers), head: head.toString('base64') }, socket)
  })

  function open(edge: EdgePort, room: string, address: string): Connection {
    const id = ++lastId
    const page: Connection = {
      ...{ id, edge, room, address, seat: null },
      isOpen: () => pages.get(id) === page,
      send: (message) => edge.post({ t: 'send', pages: [id], text: JSON.stringify(message) }),
      takeSeat(seat) {
        const isSeated = pages.takeSeat(page, seat)
        if (isSeated) edge.post({ t: 'join', page: id })
        return isSeated
      },
      leave: (code) => edge.post({ t: 'leave', page: id, text: byeText(code) }),
    }
    pages.add(page)
    return page
  }

  function received(_edge: EdgePort, message: FromEdge): void {
    if (message.t === 'alive') return
    const page = pages.get(message.page)
    if (!page) return
    if (message.t === 'closed') return pages.remove(page)
    const room = rooms.get(page.room)
    const isRead = room?.receive(page, message.text) ?? false
    if (!isRead) page.leave('malformed')
  }

  function lost(edge: EdgePort): void {
    for (const page of [...pages.all()].filter((one) => one.edge === edge)) pages.remove(page)
  }

  return {
    room: (room) => (message, priority) => {
      const text = JSON.stringify(message)
      for (const edge of edges) edge.post({ t: 'broadcast', room, text, priority })
    },
    send(room, player, message) {
      const own = [...pages.of(player)].filter((page) => page.room === room)
      if (own.length === 0) return
      const text = JSON.stringify(message)
      for (const edge of edges) {
        const there = own.filter((page) => page.edge === edge).map(({ id }) => id)
        if (there.length > 0) edge.post({ t: 'send', pages: there, text })
      }
    },
    count: () => [...pages.all()].filter(({ seat }) => seat).length,
    edges: () => ({ up: edges.filter((edge) => edge.isUp()).length, of: edges.length }),
    async close() {
      await Promise.all(edges.map((edge) => edge.stop()))
    },
  }
}

const refuse = (socket: Socket, status: number): void =>
  void socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)

const handshakeHeaders = ['upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-version']

const handshakeOf = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(handshakeHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))

/** Parses JSON; undefined for other text, which is refused like an invalid message. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
