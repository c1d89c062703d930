import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { openLine } from './write-now.ts'

const server = createServer()
afterEach(() => void server.close())

/** Both ends of one line. */
async function line(): Promise<[here: Socket, there: Socket]> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const there = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [here] = (await once(server, 'connection')) as [Socket]
  return [here, there]
}

describe('writing at once', () => {
  test('keeps the order of the bytes, also where the other side takes none of them for a while', async () => {
    const [here, there] = await line()
    there.pause()
    const { write } = openLine(here)
    const sent: Buffer[] = []
    let isHeldUp = false
    for (let place = 0; place < 2000; place++) {
      const bytes = Buffer.from(`${place} `.repeat(500))
      sent.push(bytes)
      write(bytes)
      isHeldUp ||= here.writableLength > 0
    }
    // Else nothing of what was asked has happened.
    expect(isHeldUp).toBe(true)
    const heard: Buffer[] = []
    there.on('data', (part: Buffer) => heard.push(part))
    there.resume()
    here.end()
    await once(there, 'end')
    expect(Buffer.concat(heard).equals(Buffer.concat(sent))).toBe(true)
    // And once all of it is taken, the next one leaves at once again.
    expect(here.writableLength).toBe(0)
    there.destroy()
  })

  test('to a line that broke throws nothing: the stream says so and closes', async () => {
    const [here, there] = await line()
    const { write } = openLine(here)
    const faults: string[] = []
    here.on('error', ({ code }: NodeJS.ErrnoException) => faults.push(code ?? ''))
    const closed = new Promise((resolve) => here.once('close', resolve))
    there.resetAndDestroy()
    await once(there, 'close')
    for (let place = 0; place < 20; place++) write(Buffer.from('nobody reads this'))
    await closed
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/EPIPE|ECONNRESET/)
  })
})
