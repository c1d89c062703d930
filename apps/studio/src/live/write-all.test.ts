import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openWriteAll } from './write-all.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Lines to so many readers: the numbers of our ends, and what each reader has read. */
async function openLines(count: number) {
  const server = createServer()
  const here: Socket[] = []
  server.on('connection', (socket) => here.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const read: string[] = Array.from({ length: count }, () => '')
  const there: Socket[] = []
  for (let place = 0; place < count; place++) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('data', (part) => (read[place] += part.toString()))
    there.push(socket)
    // One after the other, so that our ends stand in the same order.
    await Promise.all([once(socket, 'connect'), here.length > place ? undefined : once(server, 'connection')])
  }
  closing.push(() => {
    for (const socket of [...here, ...there]) socket.destroy()
    server.close()
  })
  const files = here.map((socket) => (socket as unknown as { _handle: { fd: number } })._handle.fd)
  /** Resolves once each reader has read so much. */
  const heard = async (length: number) => {
    while (read.some((text) => text.length < length)) await new Promise((resolve) => setImmediate(resolve))
  }
  return { files, here, there, read, heard }
}

it.each([0, 1, 3])('everybody reads all sweeps once and in order, with %i helpers', async (helpers) => {
  const writeAll = openWriteAll(helpers)
  closing.push(() => writeAll.close())
  const { files, read, heard } = await openLines(600)
  const short: number[] = []
  const write = (some: number[], text: string) =>
    writeAll.write(
      some.length,
      Buffer.from(text),
      (place) => some[place],
      (place) => short.push(place),
    )
  let said = ''
  for (let sweep = 0; sweep < 200; sweep++) {
    // Of different lengths and to different many, as events and figures come.
    const text = `${sweep}:${'x'.repeat(sweep % 7)};`
    if (sweep % 3 === 0) {
      write(files.slice(0, 300), text)
      write(files.slice(300), text)
    } else write(files, text)
    said += text
    // Now and then the helpers have fallen asleep, and mostly they have not.
    if (sweep % 50 === 0) await heard(said.length)
  }
  await heard(said.length)
  expect(short).toEqual([])
  expect(new Set(read)).toEqual(new Set([said]))
})

it('says who did not take all of it, and how much they took', async () => {
  const writeAll = openWriteAll(1)
  closing.push(() => writeAll.close())
  const { files, there, read, heard } = await openLines(20)
  there[7]!.pause()
  const bytes = Buffer.alloc(200_000, 'x')
  let taken: number | undefined
  let sweeps = 0
  while (taken === undefined) {
    sweeps++
    writeAll.write(
      files.length,
      bytes,
      (place) => files[place],
      (place, some) => {
        expect(place).toBe(7)
        taken = some
      },
    )
    for (const [place, text] of read.entries())
      if (place !== 7 && text.length < sweeps * bytes.length) await heardBy(place)
  }
  expect(taken).toBeLessThan(bytes.length)
  there[7]!.resume()
  const whole = (sweeps - 1) * bytes.length + taken
  while (read[7]!.length < whole) await new Promise((resolve) => setImmediate(resolve))
  await heard(whole)
  expect(read[7]!.length).toBe(whole)

  async function heardBy(place: number) {
    while (read[place]!.length < sweeps * bytes.length) await new Promise((resolve) => setImmediate(resolve))
  }
})

it.each([0, 1])('who is not to be written to is left out, with %i helpers', async (helpers) => {
  const writeAll = openWriteAll(helpers)
  closing.push(() => writeAll.close())
  const { files, read, heard } = await openLines(100)
  const short: number[] = []
  const isLeftOut = (place: number) => place % 3 === 0
  writeAll.write(
    files.length,
    Buffer.from('some'),
    (place) => (isLeftOut(place) ? undefined : files[place]),
    (place) => short.push(place),
  )
  writeAll.write(
    files.length,
    Buffer.from('all'),
    (place) => files[place],
    (place) => short.push(place),
  )
  await heard(3)
  while (read.some((text, place) => text !== (isLeftOut(place) ? 'all' : 'someall')))
    await new Promise((resolve) => setImmediate(resolve))
  expect(short).toEqual([])
})

it('a helper is asked only for many pages, and never for more than it has room for', () => {
  const writeAll = openWriteAll(1)
  const few = Buffer.from('few bytes')
  expect(writeAll.isWorth(499, few)).toBe(false)
  expect(writeAll.isWorth(500, few)).toBe(true)
  expect(writeAll.isWorth(65_537, few)).toBe(false)
  expect(writeAll.isWorth(500, Buffer.alloc(2 ** 18 + 1))).toBe(false)
  expect(openWriteAll(0).isWorth(10_000, few)).toBe(false)
})
