import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { SteadyClock } from '@dhow/platform/clock'
import type { Log } from '@dhow/platform/log'
import { openAllowance } from './allowance.ts'
import { frameOf, openBroadcast } from './broadcast.ts'
import { byeText, type FromEdge, type ToEdge, type Upgrade } from './edge-messages.ts'
import { openPings, type PingedSocket } from './pings.ts'

/** Holds the sockets of pages. Independent of games: passes texts between pages and the studio. */
export interface Edge {
  /** Takes over a page's socket and answers its handshake. */
  accept(upgrade: Upgrade, socket: Socket): void
  receive(message: ToEdge): void
  count(): number
  close(): void
}

export interface EdgeLimits {
  messagesPerSecond: number
  frameBytes: number
  /** A page with more unread bytes is closed as a slow reader. */
  bufferedBytes: number
  /** A page without a seat is closed after this time. */
  helloMs: number
}

export const edgeLimits: EdgeLimits = {
  messagesPerSecond: 20,
  frameBytes: 4096,
  bufferedBytes: 1_000_000,
  helloMs: 10_000,
}

export interface EdgeParts {
  clock: SteadyClock
  log: Log
  limits: EdgeLimits
  emit(message: FromEdge): void
}

interface Connection extends PingedSocket {
  socket: Socket
  room: string
  cancelHello(): void
}

/** Opens an edge without a listener; sockets are passed to `accept`. */
export function openEdge({ clock, log, limits, emit }: EdgeParts): Edge {
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, perMessageDeflate: false })
  const all = new Map<number, Connection>()
  const { deliver, leave } = openDelivery(limits, log)
  const rooms = openRooms(deliver)

  function accept({ page: id, room, headers, head }: Upgrade, socket: Socket): void {
    const request = Object.assign(new IncomingMessage(socket), { method: 'GET', url: room, headers })
    // Also after a failed handshake, which closes the socket by itself.
    socket.once('close', () => {
      const page = all.get(id)
      page?.cancelHello()
      if (page) rooms.get(room)?.pages.delete(page)
      all.delete(id)
      emit({ t: 'closed', page: id })
    })
    wss.handleUpgrade(request, socket, Buffer.from(head, 'base64'), (ws) => connect(id, ws, socket, room))
  }

  function connect(id: number, ws: WebSocket, socket: Socket, room: string): void {
    socket.setNoDelay(true)
    const cancelHello = clock.after(limits.helloMs, () => ws.terminate())
    const page: Connection = { ws, socket, room, isAlive: true, cancelHello }
    all.set(id, page)
    const isAllowed = openAllowance(clock, limits.messagesPerSecond)
    ws.on('message', (data: Buffer, isBinary) => {
      if (!isAllowed()) leave(page, byeText('too_many'))
      else if (isBinary) leave(page, byeText('malformed'))
      else emit({ t: 'message', page: id, text: data.toString('utf8') })
    })
    ws.on('pong', () => {
      page.isAlive = true
    })
    ws.on('error', (error) => log.debug({ error: error.message }, 'a page broke the protocol'))
  }

  function join(id: number): void {
    const page = all.get(id)
    if (!page) return
    page.cancelHello()
    rooms.at(page.room).pages.add(page)
  }

  const pings = openPings(clock, () => all.values())

  return {
    accept,
    receive(message) {
      switch (message.t) {
        case 'send': {
          const frame = frameOf(message.text)
          for (const id of message.pages) {
            const page = all.get(id)
            if (page) deliver(page, frame)
          }
          return
        }
        case 'broadcast':
          return rooms.get(message.room)?.broadcast(frameOf(message.text), message.priority)
        case 'join':
          return join(message.page)
        case 'leave': {
          const page = all.get(message.page)
          return page && leave(page, message.text)
        }
        case 'stop':
          for (const page of all.values()) leave(page, message.text)
      }
    },
    count: () => all.size,
    close() {
      pings.stop()
      for (const page of all.values()) page.cancelHello()
      wss.close()
    },
  }
}

type Deliver = (page: Connection, frames: Buffer) => void

/** Pages by room; broadcasts are framed once. */
function openRooms(deliver: Deliver) {
  const rooms = new Map<string, ReturnType<typeof openRoom>>()
  const deliverAll = (some: readonly Connection[], frames: Buffer): void => {
    for (const page of some) deliver(page, frames)
  }
  function openRoom() {
    const pages = new Set<Connection>()
    return { pages, broadcast: openBroadcast({ pages: () => pages, deliver: deliverAll, later: setImmediate }) }
  }
  return {
    get: (name: string) => rooms.get(name),
    /** Room of this name, created if new. */
    at(name: string) {
      const room = rooms.get(name) ?? openRoom()
      rooms.set(name, room)
      return room
    },
  }
}

function openDelivery(limits: EdgeLimits, log: Log) {
  /** Writes whole frames; without compression, one frame serves all pages. */
  function deliver({ ws, socket }: Connection, frames: Buffer): void {
    if (ws.readyState !== ws.OPEN) return
    if (socket.writableLength > limits.bufferedBytes) {
      log.debug({}, 'a slow reader was closed')
      ws.terminate()
      return
    }
    socket.write(frames)
  }

  function leave(page: Connection, text: string): void {
    deliver(page, frameOf(text))
    page.ws.close(1000)
  }

  return { deliver, leave }
}
