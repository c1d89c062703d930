import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/**
 * Two services in this process: a text-message gateway that hands over one-time codes, as a year of messages has no place in the sandbox's
 * inbox, and the address of the studio, which answers a ping.
 */
export async function openOutside() {
  const codes = new Map<string, string>()
  const waiting = new Map<string, (code: string) => void>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      response.end('{}')
      if (request.method !== 'POST') return
      const { to, text } = JSON.parse(body) as { to: string; text: string }
      const code = /^(\d{6}) /.exec(text)?.[1]
      if (code === undefined) return
      const handOver = waiting.get(to)
      waiting.delete(to)
      if (handOver) handOver(code)
      else codes.set(to, code)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** The code that was sent to a number, once it has come. */
    code(mobile: string): Promise<string> {
      const code = codes.get(mobile)
      codes.delete(mobile)
      return code === undefined ? new Promise((resolve) => waiting.set(mobile, resolve)) : Promise.resolve(code)
    },
    close: () => void server.close(),
  }
}
