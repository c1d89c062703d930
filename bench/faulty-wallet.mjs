// A failing proxy between studio and server: some calls never arrive, some answers are lost. Runs as a separate process, so that calls do
// not wait for the thousands of simulated players.
import { fork } from 'node:child_process'
import { Agent, createServer, request } from 'node:http'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(import.meta.url)

/** Forwards everything to `port` except for a share `part` of the money calls. */
export async function openFaultyWallet(port, part) {
  const line = fork(file, [String(port), String(part)])
  const [own] = await new Promise((resolve) => line.once('message', (...message) => resolve(message)))
  let failed = 0
  line.on('message', (count) => (failed = count))
  return {
    url: `http://127.0.0.1:${own}`,
    failed: () => failed,
    /** Stops all faults. */
    stopFaults: () => line.send('stop'),
    close: () => line.kill(),
  }
}

function passOn(port, part) {
  const agent = new Agent({ keepAlive: true })
  let isStopped = false
  let failed = 0
  process.on('message', () => (isStopped = true))
  process.once('disconnect', () => process.exit())
  const server = createServer((call, reply) => {
    const fails = !isStopped && /\/(bet|betwin|wins?|rollback)$/.test(call.url) && Math.random() < part
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
