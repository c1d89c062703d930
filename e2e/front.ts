import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

type Fault = 'empty' | 'foreign' | Promise<unknown>

export interface Front {
  origin: string
  /** Where it leads to; nothing is answered before. */
  lead(target: string): void
  /** What happens to calls of the API whose address holds this text, until `mend`: an empty 502, an answer of somebody else's, or a wait. */
  spoil(text: string, fault: Fault): void
  mend(): void
  close(): Promise<void>
}

/** A proxy in front of the portal, as an operator has one: it leads through, and it has the bad days that such proxies have. */
export async function openFront(): Promise<Front> {
  let target = new URL('http://127.0.0.1:9')
  const spoiled = new Map<string, Fault>()
  const server = createServer((asked, answer) => void pass(asked, answer))

  async function pass(asked: IncomingMessage, answer: ServerResponse) {
    const [, fault] = [...spoiled].find(([text]) => asked.url?.startsWith('/api/') && asked.url.includes(text)) ?? []
    if (fault === 'empty') return void answer.writeHead(502).end()
    if (fault === 'foreign') return void answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    await fault
    const onwards = request(
      { host: target.hostname, port: target.port, method: asked.method, path: asked.url, headers: asked.headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      },
    )
    onwards.on('error', () => answer.writeHead(502).end())
    asked.pipe(onwards)
  }

  server.on('upgrade', (asked, socket, head) => {
    const onwards = connect(Number(target.port), target.hostname, () => {
      const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      onwards.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      onwards.write(head)
      onwards.pipe(socket).pipe(onwards)
    })
    onwards.on('error', () => socket.destroy())
    socket.on('error', () => onwards.destroy())
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (to) => void (target = new URL(to)),
    spoil: (text, fault) => void spoiled.set(text, fault),
    mend: () => spoiled.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
