import { Duplex, PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { openChannel } from './edge-process.ts'

test('messages arrive whole and in order, however the stream splits them', async () => {
  const reader = new PassThrough()
  const wire = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _encoding, done) {
      // Seven bytes each, which splits some characters.
      for (let at = 0; at < bytes.length; at += 7) reader.write(bytes.subarray(at, at + 7))
      done()
    },
  })
  const received: unknown[] = []
  const sender = openChannel<object, object>(wire, () => undefined)
  openChannel<object, object>(reader, (message) => received.push(message))
  const sent = Array.from({ length: 300 }, (_, index) => ({ index, text: `Grüße, नमस्ते\n"${'x'.repeat(index)}"` }))
  for (const message of sent) sender.post(message)
  await vi.waitFor(() => expect(received).toHaveLength(sent.length))
  expect(received).toEqual(sent)
})

test('messages of one step are sent in one write', async () => {
  const wire = new PassThrough()
  const write = vi.spyOn(wire, 'write')
  const { post } = openChannel<object, object>(wire, () => undefined)
  for (let index = 0; index < 5; index++) post({ index })
  expect(write).toHaveBeenCalledTimes(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(write.mock.calls).toEqual([['{"index":0}\n{"index":1}\n{"index":2}\n{"index":3}\n{"index":4}\n']])
})
