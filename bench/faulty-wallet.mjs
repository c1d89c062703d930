// A line between the studio and the server that fails: some calls never arrive, the answers of others never come back.
import { Agent, createServer, request } from 'node:http'

/** Passes everything on to `port`, but for `part` of the calls that move money. */
export async function openFaultyWallet(port, part) {
  const agent = new Agent({ keepAlive: true })
  let isMended = false
  let failed = 0
  const server = createServer((call, reply) => {
    const fails = !isMended && /\/(bet|betwin|wins?|rollback)$/.test(call.url) && Math.random() < part
    const isBefore = fails && Math.random() < 0.5
    if (fails) failed++
    const fail = () => (Math.random() < 0.5 ? call.socket.destroy() : reply.writeHead(503).end())
    if (isBefore) {
      call.resume()
      fail()
      return
    }
    const { method, headers, url: path } = call
    const passed = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      if (fails) {
        answer.resume()
        answer.once('end', fail)
        return
      }
      reply.writeHead(answer.statusCode, answer.headers)
      answer.pipe(reply)
    })
    // Whoever gave up waiting waits no longer here either, or what nobody wants any more would stand before the rest.
    reply.once('close', () => passed.destroy())
    // The server was killed.
    passed.on('error', () => call.socket.destroy())
    call.pipe(passed)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    failed: () => failed,
    mend: () => (isMended = true),
  }
}
