import { fieldsOf } from '@dhow/contract/records'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Two services in this process: a text-message gateway that returns one-time codes, because a year of messages does not
 * fit in the sandbox's inbox, and the address of the studio, which answers a ping.
 */
export async function openOutside() {
  const codes = new Map<string, string>()
  const waiting = new Map<string, (code: string) => void>()
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    response.end('{}')
    if (request.method !== 'POST') return
    const { to: number, text: sent } = fieldsOf(JSON.parse(body))
    const [to, code] = [String(number), /^(\d{6}) /.exec(String(sent))?.[1]]
    if (code === undefined) return
    const handOver = waiting.get(to)
    waiting.delete(to)
    if (handOver) handOver(code)
    else codes.set(to, code)
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server for outside services has no port')
  const origin = `http://127.0.0.1:${address.port}`
  return {
    origin,
    /** The code sent to a number, once it has arrived. */
    code(mobile: string): Promise<string> {
      const code = codes.get(mobile)
      codes.delete(mobile)
      return code === undefined ? new Promise((resolve) => waiting.set(mobile, resolve)) : Promise.resolve(code)
    },
    close: () => void server.close(),
  }
}
