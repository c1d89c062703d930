import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLiveStream } from './live-stream.ts'

/** The server's end of each opened stream. */
let streams: FakeSocket[] = []

class FakeSocket {
  static readonly OPEN = 1
  readonly readyState = 0
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: () => void
  readonly address: string
  readonly sent: string[] = []
  constructor(address: string) {
    this.address = address
    streams.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.onclose?.()
  }
  emit(...messages: object[]) {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const listen = (resumed: boolean, options: Partial<Parameters<typeof openLiveStream>[0]> = {}) => {
  const [onGap, onUnread] = [vi.fn<() => void>(), vi.fn<(count: number) => void>()]
  const onBalance = vi.fn<(hello: object) => void>()
  const events: string[] = []
  const stream = openLiveStream({
    origin: 'ws://portal.test',
    ticket: () => Promise.resolve('a ticket'),
    onEvent: ({ type }) => events.push(type),
    ...{ onGap, onUnread, onBalance, resumed },
    isCurrent: ({ chips }) => chips === '0.00',
    ...options,
  })
  return { onGap, onUnread, onBalance, events, ...stream }
}
const nextStream = (count: number) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(streams).toHaveLength(count)
    return streams[count - 1]!
  })
const hello = { type: 'hello', seq: 0, chips: '0.00', held: '0.00' }

it('a first stream with the screen’s balance has no gap, and passes its hello on', async () => {
  const { onGap, events, close } = listen(false)
  const stream = await nextStream(1)
  expect(stream.address).toBe('ws://portal.test/api/v1/dhow/live')
  stream.emit(hello, { type: 'balance', seq: 1, chips: '1.00', held: '0.00' })
  expect(onGap).not.toHaveBeenCalled()
  expect(events).toEqual(['hello', 'balance'])
  close()
})

it('a first stream with another balance than the screen’s has a gap', async () => {
  const { onGap, events, close } = listen(false)
  const stream = await nextStream(1)
  stream.emit({ ...hello, chips: '25.00' })
  expect(onGap).toHaveBeenCalledTimes(1)
  // The gap refetches everything, so nothing is passed on.
  expect(events).toEqual([])
  close()
  // A server that failed to read the balance sends none.
  const other = listen(false)
  ;(await nextStream(2)).emit({ type: 'hello', seq: 0 })
  expect(other.onGap).toHaveBeenCalledTimes(1)
  other.close()
})

it('a later stream, one after a failed try or one with a skipped number has a gap', async () => {
  const resumed = listen(true)
  const first = await nextStream(1)
  first.emit(hello)
  expect(resumed.onGap).toHaveBeenCalledTimes(1)
  first.emit({ type: 'balance', seq: 2, chips: '1.00', held: '0.00' })
  expect(resumed.onGap).toHaveBeenCalledTimes(2)
  // A server that may have missed messages restarts at a skipped number.
  first.emit({ ...hello, seq: 4 })
  expect(resumed.onGap).toHaveBeenCalledTimes(3)
  resumed.close()

  const late = listen(false)
  const failed = await nextStream(2)
  failed.onclose?.()
  const second = await nextStream(3)
  second.emit(hello)
  expect(late.onGap).toHaveBeenCalledTimes(1)
  late.close()
})

it('reads the unread count from every hello, also after a gap, and from each event of the inbox', async () => {
  const { onGap, onUnread, close } = listen(true)
  const stream = await nextStream(1)
  stream.emit({ ...hello, unread: 2 }, { type: 'inbox', seq: 1, unread: 3 })
  expect([onGap.mock.calls.length, onUnread.mock.calls]).toEqual([1, [[2], [3]]])
  close()
})

it('passes the balance of every hello on, also after a gap, when a fetch may still fail', async () => {
  const { onGap, onBalance, close } = listen(true)
  const stream = await nextStream(1)
  stream.emit({ ...hello, chips: '25.00' })
  expect(onGap).toHaveBeenCalledTimes(1)
  expect(onBalance).toHaveBeenCalledExactlyOnceWith({ ...hello, chips: '25.00' })
  close()
})

it('retries without a ticket, but not while it may not reconnect', async () => {
  let canReconnect = true
  let tickets = 0
  const ticket = () => Promise.resolve(++tickets < 3 ? undefined : 'a ticket')
  const { reconnect, close } = listen(false, { ticket, canReconnect: () => canReconnect })
  const first = await nextStream(1)
  expect(tickets).toBe(3)
  canReconnect = false
  first.onclose?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams).toHaveLength(1)
  reconnect()
  await nextStream(2)
  close()
})

it('streams cut off together reconnect spread over less than a second', async () => {
  const parts = Array.from({ length: 50 }, (_, index) => (index + 0.5) / 50)
  const all = parts.map((part) => listen(false, { spread: () => part }))
  await vi.waitFor(() => expect(streams).toHaveLength(50))
  for (const stream of streams.slice()) stream.onclose?.()
  const back: number[] = []
  for (let ms = 0; ms < 1_000; ms += 100) {
    const before = streams.length
    await vi.advanceTimersByTimeAsync(100)
    back.push(streams.length - before)
  }
  expect(back.map((count) => Math.round(count / 12.5))).toEqual([0, 0, 0, 1, 1, 1, 1, 0, 0, 0])
  expect(streams).toHaveLength(100)
  for (const { close } of all) close()
})

it('a stream reconnects with the ticket it received, without a call', async () => {
  const ticket = vi.fn<() => Promise<string>>(() => Promise.resolve('asked for'))
  const { close } = listen(false, { ticket })
  const first = await nextStream(1)
  first.onopen?.()
  first.emit({ ...hello, ticket: 'ahead' })
  first.onclose?.()
  const second = await nextStream(2)
  // Not used yet: no server was reachable.
  second.onclose?.()
  const third = await nextStream(3)
  third.onopen?.()
  expect(ticket).toHaveBeenCalledTimes(1)
  expect([first, second, third].map(({ sent }) => sent)).toEqual([
    ['{"ticket":"asked for"}'],
    [],
    ['{"ticket":"ahead"}'],
  ])
  close()
})

it('requests a ticket if its own was refused, or its stream ended before the hello', async () => {
  const ticket = vi.fn<() => Promise<string>>(() => Promise.resolve('asked for'))
  const { close } = listen(false, { ticket })
  const first = await nextStream(1)
  first.onopen?.()
  first.emit({ ...hello, ticket: 'ahead' })
  first.onclose?.()
  const refused = await nextStream(2)
  refused.onopen?.()
  refused.onclose?.()
  const asked = await nextStream(3)
  asked.onopen?.()
  expect(asked.sent).toEqual(['{"ticket":"asked for"}'])
  expect(ticket).toHaveBeenCalledTimes(2)
  // A server of the previous version sends none.
  asked.emit(hello)
  asked.onclose?.()
  await nextStream(4)
  expect(ticket).toHaveBeenCalledTimes(3)
  close()
})
