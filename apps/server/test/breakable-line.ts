import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Forwards bytes to a server on this machine, and breaks connections on demand. */
export async function openLine(target: URL) {
  const open = new Set<Socket>()
  let isDown = false
  /** Remaining connections to break, after how many bytes and in which direction. */
  let next = { times: 0, afterBytes: 0, of: 'request' as 'request' | 'answer' }
  const server = createServer((client) => {
    if (isDown) return void client.destroy()
    const upstream = connect(Number(target.port), target.hostname)
    const sockets = [client, upstream]
    const end = () => {
      for (const socket of sockets) {
        socket.destroy()
        open.delete(socket)
      }
    }
    let passed = 0
    const pass = (from: Socket, to: Socket, of: 'request' | 'answer') =>
      from.on('data', (bytes: Buffer) => {
        if (next.times > 0 && next.of === of && (passed += bytes.length) > next.afterBytes) {
          next.times--
          return end()
        }
        to.write(bytes)
      })
    pass(client, upstream, 'request')
    pass(upstream, client, 'answer')
    for (const socket of sockets) {
      open.add(socket)
      socket.on('error', end)
      socket.on('close', end)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Breaks the next connections, each after this many bytes of a request or an answer. */
    breakNext(times: number, of: 'request' | 'answer', afterBytes: number) {
      line.hangUp()
      next = { times, afterBytes, of }
    },
    down() {
      isDown = true
      line.hangUp()
    },
    up() {
      isDown = false
      next.times = 0
    },
    hangUp() {
      for (const socket of open) socket.destroy()
    },
    close() {
      line.hangUp()
      server.close()
    },
  }
  return line
}
