// A TCP proxy to a local port that can be cut like a network: nothing arrives any more, and neither side is notified.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { host } from '../../deploy/cluster/program/plan.mjs'

export async function openLine(port) {
  const pairs = new Set()
  let isCut = false
  const hangUp = (pair) => {
    for (const socket of pair) socket.destroy()
    pairs.delete(pair)
  }
  const pass = ([client, upstream]) => {
    client.pipe(upstream)
    upstream.pipe(client)
  }
  const server = createServer((client) => {
    const pair = [client, connect(port, host)]
    pairs.add(pair)
    // While cut, the close of one side is not forwarded either.
    for (const socket of pair) socket.on('error', () => socket.destroy()).on('close', () => !isCut && hangUp(pair))
    if (!isCut) pass(pair)
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: server.address().port,
    cut() {
      isCut = true
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause()
    },
    /** Forwards everything that was sent meanwhile, too. */
    reconnect() {
      isCut = false
      for (const pair of [...pairs]) {
        if (pair.some(({ destroyed }) => destroyed)) hangUp(pair)
        else pass(pair)
      }
    },
    close() {
      server.close()
      for (const pair of [...pairs]) hangUp(pair)
    },
  }
}
