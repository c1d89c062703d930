import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A route to a database, or another server by address, that can be cut with all its connections and opened again at the
 * same address.
 */
export async function openCuttableProxy(address: string) {
  const url = new URL(address)
  const folder = url.searchParams.get('host')
  const target = folder ? { path: `${folder}/.s.PGSQL.${url.port}` } : { host: url.hostname, port: Number(url.port) }
  url.searchParams.delete('host')
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async block() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async open() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
