import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PortalCall {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Fake portal for the sandbox: records every call; `reply` decides the answer by path. */
export async function openPortalDouble(reply: (call: PortalCall) => object | string) {
  const calls: PortalCall[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const call = { path: request.url ?? '', headers: request.headers, body }
      calls.push(call)
      const answer = reply(call)
      if (typeof answer === 'string') response.setHeader('content-type', 'text/plain').end(answer)
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
