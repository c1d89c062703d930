// A line between the studio and the server that fails: some calls never arrive, the answers of others never come back. It is a process of its
// own, so that no call waits for the thousands of players that the soak plays.
import { fork } from 'node:child_process'
import { Agent, createServer, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(import.meta.url)

/** Passes everything on to `port`, but for `part` of the calls that move money. */
export async function openFaultyWallet(port, part) {
  const line = fork(file, [String(port), String(part)])
  const [own] = await new Promise((resolve) => line.once('message', (...message) => resolve(message)))
  let failed = 0
  line.on('message', (count) => (failed = count))
  return {
    url: `http://127.0.0.1:${own}`,
    failed: () => failed,
    /** From now on nothing fails. */
    mend: () => line.send('mend'),
    close: () => line.kill(),
  }
}

function passOn(port, part) {
  const agent = new Agent({ keepAlive: true })
  let isMended = false
  let failed = 0
  process.on('message', () => (isMended = true))
  process.once('disconnect', () => process.exit())
  const server = createServer((call, reply) => {
    const fails = !isMended && /\/(bet|betwin|wins?|rollback)$/.test(call.url) && Math.random() < part
    const isBefore = fails && Math.random() < 0.5
    if (fails) process.send(++failed)
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
    // Drop requests whose caller gave up, or they would delay the rest.
    reply.once('close', () => passed.destroy())
    // The server was killed.
    passed.on('error', () => call.socket.destroy())
    call.pipe(passed)
  })
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
}

if (process.argv[1] === file) passOn(Number(process.argv[2]), Number(process.argv[3]))
