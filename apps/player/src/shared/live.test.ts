import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLive } from './live.ts'

/** The server's end of each stream that the tab opened. */
let streams: FakeSocket[] = []

class FakeSocket {
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: () => void
  constructor() {
    streams.push(this)
  }
  send() {}
  close() {
    this.onclose?.()
  }
  tell(...messages: object[]) {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  streams = []
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ status: 'success', ticket: 'a ticket' })))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const listen = (resumed: boolean) => {
  const [missed, unread] = [vi.fn(), vi.fn()]
  const heard: string[] = []
  const knows = ({ chips }: { chips?: string | undefined }) => chips === '0.00'
  const close = openLive({ hear: ({ type }) => heard.push(type), missed, knows, unread, resumed, saver: false })
  return { missed, heard, unread, close }
}
const nextStream = (count: number) =>
  vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    expect(streams).toHaveLength(count)
    return streams[count - 1]!
  })
const hello = { type: 'hello', seq: 0, chips: '0.00', held: '0.00' }

it('a first stream that comes at once has missed nothing, and its beginning is heard', async () => {
  const { missed, heard, close } = listen(false)
  const stream = await nextStream(1)
  stream.tell(hello, { type: 'balance', seq: 1, chips: '1.00', held: '0.00' })
  expect(missed).not.toHaveBeenCalled()
  expect(heard).toEqual(['hello', 'balance'])
  close()
})

it('a first stream that begins with another balance than the tab shows has everything asked for again', async () => {
  const { missed, heard, close } = listen(false)
  const stream = await nextStream(1)
  stream.tell({ ...hello, chips: '25.00' })
  expect(missed).toHaveBeenCalledTimes(1)
  // All of it is on its way already, and is not asked for twice.
  expect(heard).toEqual([])
  close()
  // A server that could not read the balance says none, and then nobody knows.
  const other = listen(false)
  ;(await nextStream(2)).tell({ type: 'hello', seq: 0 })
  expect(other.missed).toHaveBeenCalledTimes(1)
  other.close()
})

it('a stream that comes after another, after a failed try or with a gap has everything asked for again', async () => {
  const resumed = listen(true)
  const first = await nextStream(1)
  first.tell(hello)
  expect(resumed.missed).toHaveBeenCalledTimes(1)
  first.tell({ type: 'balance', seq: 2, chips: '1.00', held: '0.00' })
  expect(resumed.missed).toHaveBeenCalledTimes(2)
  resumed.close()

  const late = listen(false)
  const failed = await nextStream(2)
  failed.onclose?.()
  const second = await nextStream(3)
  second.tell(hello)
  expect(late.missed).toHaveBeenCalledTimes(1)
  late.close()
})

it('the unread count is taken from every beginning, also after a gap, and from each message of the inbox', async () => {
  const { missed, unread, close } = listen(true)
  const stream = await nextStream(1)
  stream.tell({ ...hello, unread: 2 }, { type: 'inbox', seq: 1, unread: 3 })
  expect([missed.mock.calls.length, unread.mock.calls]).toEqual([1, [[2], [3]]])
  close()
})
