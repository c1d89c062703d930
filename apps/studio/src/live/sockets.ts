import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { openBroadcast, type Haste } from './broadcast.ts'
import type { ToEveryPage } from './messages.ts'
import type { Seat } from './seats.ts'
import { openWriteAll } from './write-all.ts'
import { openLine, type Line } from './write-now.ts'

/** Open pages: who sits where, what they may send, and one frame for all in a room when everybody is told the same. */
export interface Sockets {
  /** Tells all pages in a room; what has to be there `now` overtakes what may come `soon`, and each page reads both in their order. */
  broadcast(room: string, message: object, haste?: Haste): void
  /** Tells a player's pages in a room. */
  tell(room: string, player: string, message: object): void
  count(): number
  close(): void
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

export interface SocketLimits {
  perPlayer: number
  perAddress: number
  messagesPerSecond: number
  frameBytes: number
  bufferedBytes: number
  helloMs: number
}

export const socketLimits: SocketLimits = {
  perPlayer: 5,
  perAddress: 200,
  messagesPerSecond: 20,
  frameBytes: 4096,
  bufferedBytes: 1_000_000,
  helloMs: 10_000,
}

export interface SocketParts {
  clock: Clock
  log: Log
  limits: SocketLimits
  /** By the path that their pages connect to. */
  rooms: ReadonlyMap<string, Room>
  isOwnOrigin(origin: string, host: string): boolean
}

const pingMs = 1_000
/** All pages are asked once in so many steps: asked at once, ten thousand questions and their answers would hold up a game's events. */
const pingSteps = 30

interface Connection extends Page {
  room: string
  ws: WebSocket
  socket: Socket
  line: Line
  isAlive: boolean
}

export function openSockets(server: Server, parts: SocketParts): Sockets {
  const { clock, log, limits, rooms } = parts
  const wss = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes, perMessageDeflate: false })
  /** By room. */
  const seated = new Map([...rooms.keys()].map((room) => [room, new Set<Connection>()]))
  const all = new Set<Connection>()
  const byPlayer = new Map<string, Set<Connection>>()
  const byAddress = new Map<string, number>()
  const writeAll = openWriteAll()

  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket
    const address = socket.remoteAddress ?? ''
    const { origin, host } = request.headers
    const path = request.url?.split('?')[0] ?? ''
    // A browser always states where the page is from; programs that do not are not a page that could be misused.
    const isOwn = origin === undefined || parts.isOwnOrigin(origin, host ?? '')
    const status = !rooms.has(path) ? 404 : !isOwn ? 403 : (byAddress.get(address) ?? 0) >= limits.perAddress ? 429 : 0
    if (status !== 0) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    wss.handleUpgrade(request, socket, head, (ws) => connect(ws, socket, address, path))
  })

  function connect(ws: WebSocket, socket: Socket, address: string, path: string): void {
    const room = rooms.get(path)!
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    socket.setNoDelay(true)
    const page: Connection = {
      ws,
      socket,
      line: openLine(socket),
      room: path,
      seat: null,
      isAlive: true,
      send: (message) => deliver(page, frameOf(message)),
      sit(seat) {
        const others = byPlayer.get(seat.player) ?? new Set()
        if (others.size >= limits.perPlayer) return false
        byPlayer.set(seat.player, others.add(page))
        page.seat = seat
        seated.get(path)!.add(page)
        return true
      },
      leave(code) {
        page.send({ t: 'bye', code })
        ws.close(1000)
      },
    }
    all.add(page)
    let allowance = limits.messagesPerSecond
    let refilledMs = clock.nowMs()
    const cancelHello = clock.after(limits.helloMs, () => {
      if (!page.seat) ws.terminate()
    })
    ws.on('message', (data, isBinary) => {
      const nowMs = clock.nowMs()
      allowance = Math.min(
        limits.messagesPerSecond,
        allowance + ((nowMs - refilledMs) * limits.messagesPerSecond) / 1000,
      )
      refilledMs = nowMs
      if (allowance < 1) {
        page.leave('too_many')
        return
      }
      allowance--
      const message = isBinary ? undefined : read(room, (data as Buffer).toString('utf8'))
      if (message) room.received(page, message)
      else page.leave('malformed')
    })
    ws.on('pong', () => {
      page.isAlive = true
    })
    ws.on('error', (error) => log.debug({ error: error.message }, 'a page broke the protocol'))
    ws.on('close', () => {
      cancelHello()
      all.delete(page)
      seated.get(path)!.delete(page)
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
      const others = page.seat && byPlayer.get(page.seat.player)
      if (others) {
        others.delete(page)
        if (others.size === 0) byPlayer.delete(page.seat!.player)
      }
    })
  }

  /** Our frames are whole texts without compression, so one made frame serves every connection. */
  function deliver(page: Connection, frame: Buffer): void {
    if (page.ws.readyState !== page.ws.OPEN) return
    if (page.socket.writableLength > limits.bufferedBytes) {
      log.debug({}, 'a slow reader was dropped')
      page.ws.terminate()
      return
    }
    page.line.write(frame)
  }

  function deliverAll(pages: readonly Connection[], frame: Buffer): void {
    if (!writeAll.isWorth(pages.length, frame)) {
      for (const page of pages) deliver(page, frame)
      return
    }
    const fileOf = (place: number): number | undefined => {
      const page = pages[place]!
      const file = page.ws.readyState === page.ws.OPEN ? page.line.file() : undefined
      if (file === undefined) deliver(page, frame)
      return file
    }
    writeAll.write(pages.length, frame, fileOf, (place, taken) => pages[place]!.line.rest(frame, taken))
  }

  const broadcasts = new Map(
    [...seated].map(([room, pages]) => [
      room,
      openBroadcast({ pages: () => pages, deliver: deliverAll, later: setImmediate }),
    ]),
  )

  let cancelPing = (): void => undefined
  let step = 0
  let waiting: Connection[] = []
  function pingSome(): void {
    cancelPing = clock.after(pingMs, () => {
      if (step === 0) waiting = [...all]
      const count = Math.ceil(waiting.length / (pingSteps - step))
      step = (step + 1) % pingSteps
      for (const page of waiting.splice(0, count)) {
        if (!page.isAlive) page.ws.terminate()
        else if (page.ws.readyState === page.ws.OPEN) {
          page.isAlive = false
          page.ws.ping()
        }
      }
      pingSome()
    })
  }
  pingSome()

  return {
    broadcast: (room, message, haste = 'now') => broadcasts.get(room)?.(frameOf(message), haste),
    tell(room, player, message) {
      const pages = byPlayer.get(player)
      if (!pages) return
      const frame = frameOf(message)
      for (const page of pages) if (page.room === room) deliver(page, frame)
    },
    count: () => [...seated.values()].reduce((sum, { size }) => sum + size, 0),
    close() {
      cancelPing()
      for (const page of all) page.leave('stopping')
      wss.close()
      void writeAll.close()
    },
  }
}

function read(room: Room, text: string): object | undefined {
  try {
    return room.read(JSON.parse(text))
  } catch {
    // Not JSON: the same refusal as JSON that is no message of ours.
    return undefined
  }
}

/** A server's text frame: final, not masked. */
function frameOf(message: object): Buffer {
  const body = Buffer.from(JSON.stringify(message))
  const header =
    body.length < 126
      ? Buffer.from([0x81, body.length])
      : body.length < 65_536
        ? Buffer.from([0x81, 126, body.length >> 8, body.length & 255])
        : Buffer.from([0x81, 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (body.length >> shift) & 255)])
  return Buffer.concat([header, body])
}
