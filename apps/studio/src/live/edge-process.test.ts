import { Duplex, PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { openChannel } from './edge-process.ts'

test('messages arrive whole and in order, however the stream cuts them', async () => {
  const reader = new PassThrough()
  const wire = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _encoding, done) {
      // Seven bytes each, which cuts some letters in the middle.
      for (let at = 0; at < bytes.length; at += 7) reader.write(bytes.subarray(at, at + 7))
      done()
    },
  })
  const received: unknown[] = []
  const sender = openChannel<object, object>(wire, () => undefined)
  openChannel<object, object>(reader, (message) => received.push(message))
  const sent = Array.from({ length: 300 }, (_, place) => ({ place, text: `Grüße, नमस्ते\n"${'x'.repeat(place)}"` }))
  for (const message of sent) sender.post(message)
  await vi.waitFor(() => expect(received).toHaveLength(sent.length))
  expect(received).toEqual(sent)
})

test('what one step posts leaves in one write', async () => {
  const wire = new PassThrough()
  const write = vi.spyOn(wire, 'write')
  const { post } = openChannel<object, object>(wire, () => undefined)
  for (let place = 0; place < 5; place++) post({ place })
  expect(write).toHaveBeenCalledTimes(0)
  await new Promise((resolve) => setImmediate(resolve))
  expect(write.mock.calls).toEqual([['{"place":0}\n{"place":1}\n{"place":2}\n{"place":3}\n{"place":4}\n']])
})
