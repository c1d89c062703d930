import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { silentLog } from '@dhow/platform/log'
import { fakeClock } from '../testing/fake-clock.ts'
import { openEdge, type Edge } from './edge.ts'
import type { FromEdge } from './edge-messages.ts'

const limits = { messagesPerSecond: 20, frameBytes: 4096, bufferedBytes: 100_000, helloMs: 10_000 }
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** An edge behind a server, and pages that connect to it. */
async function openRoom() {
  const clock = fakeClock()
  const emitted: FromEdge[] = []
  const edge: Edge = openEdge({ clock, log: silentLog, limits, emit: (message) => emitted.push(message) })
  const server = createServer()
  let page = 0
  server.on('upgrade', ({ headers }, socket, head) => {
    const handshake = headers as Record<string, string>
    edge.accept(
      { page: ++page, room: '/live/any', headers: handshake, head: head.toString('base64') },
      socket as Socket,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closing.push(() => {
    edge.close()
    server.close()
  })
  async function connect() {
    const ws = new WebSocket(`ws://127.0.0.1:${port}/live/any`)
    const received: string[] = []
    ws.on('message', (data: Buffer) => received.push(data.toString()))
    closing.push(() => ws.terminate())
    await once(ws, 'open')
    edge.receive({ t: 'join', page })
    return { id: page, ws, received, closed: once(ws, 'close') }
  }
  const broadcast = (text: string, priority: 'now' | 'soon' = 'now') =>
    edge.receive({ t: 'broadcast', room: '/live/any', text, priority })
  return { edge, clock, emitted, connect, broadcast }
}

test('texts of every length arrive unchanged, to one page and to all', async () => {
  const { edge, connect, broadcast } = await openRoom()
  const [one, other] = [await connect(), await connect()]
  const texts = [0, 125, 126, 65_535, 65_536].map((length) => 'ü'.repeat(length / 2) + 'x'.repeat(length % 2))
  for (const text of texts) broadcast(text)
  edge.receive({ t: 'send', pages: [other.id], text: 'for you' })
  broadcast('the last', 'soon')
  await vi.waitFor(() => expect([one.received.at(-1), other.received.at(-1)]).toEqual(['the last', 'the last']))
  expect(one.received).toEqual([...texts, 'the last'])
  expect(other.received.toSorted()).toEqual([...texts, 'for you', 'the last'].toSorted())
})

test('a page that reads nothing is closed once its buffer is full, and the others keep reading', async () => {
  const { emitted, connect, broadcast } = await openRoom()
  const [slow, quick] = [await connect(), await connect()]
  slow.ws.pause()
  const text = 'x'.repeat(50_000)
  for (let count = 1; !emitted.some(({ t }) => t === 'closed'); count++) {
    broadcast(text)
    await vi.waitFor(() => expect(quick.received).toHaveLength(count), { interval: 1 })
  }
  expect(emitted).toEqual([{ t: 'closed', page: slow.id }])
  broadcast('still here')
  await vi.waitFor(() => expect(quick.received.at(-1)).toBe('still here'))
})

test('a page that vanished is closed after two unanswered pings', async () => {
  const { clock, emitted, connect } = await openRoom()
  const [gone, there] = [await connect(), await connect()]
  gone.ws.pause()
  for (let second = 0; second < 61; second++) {
    clock.moveBy(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(() => expect(emitted).toEqual([{ t: 'closed', page: gone.id }]))
  expect(there.ws.readyState).toBe(WebSocket.OPEN)
})

test('a page without a seat is closed after its time limit, one with a seat is not', async () => {
  const { clock, edge, emitted, connect } = await openRoom()
  const seated = await connect()
  const server = new WebSocket(seated.ws.url)
  await once(server, 'open')
  clock.moveBy(limits.helloMs)
  await once(server, 'close')
  expect(emitted).toEqual([{ t: 'closed', page: 2 }])
  expect(edge.count()).toBe(1)
})

test('the last message of a page arrives before its connection closes', async () => {
  const { edge, connect } = await openRoom()
  const page = await connect()
  edge.receive({ t: 'leave', page: page.id, text: 'bye' })
  await page.closed
  expect(page.received).toEqual(['bye'])
})
