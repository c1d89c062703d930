import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

type Fault = 'empty' | 'foreign' | 'cut' | Answer | { instead: [from: RegExp, to: string] } | Promise<unknown>
/** Responses of the proxy itself, without calling the portal. */
interface Answer {
  status: number
  type: string
  body: string
  /** Only for the first call. */
  once?: boolean
}

export interface Front {
  origin: string
  /** Sets the target of the proxy; without one it does not answer. */
  setTarget(target: string): void
  /**
   * Injects a fault until `clearFaults` for API calls whose address contains this text, or for files if the text begins with `/assets/`: an
   * empty 502, another program's answer, the proxy's own, a cut connection, a delay, or the portal's answer with a replacement.
   */
  injectFault(text: string, fault: Fault): void
  /** Delays requests that contain this text until the returned function is called. */
  hold(text: string): () => void
  clearFaults(): void
  close(): Promise<void>
}

/** A proxy in front of the portal, as in production: it forwards requests, and it can inject typical proxy faults. */
export async function openFront(): Promise<Front> {
  let target = new URL('http://127.0.0.1:9')
  const spoiled = new Map<string, Fault>()
  // A kept connection may be closed by the other end just as it is reused: an unwanted fault in journeys.
  const agent = new Agent({ keepAlive: false })
  const server = createServer((asked, answer) => void pass(asked, answer))

  async function pass(asked: IncomingMessage, answer: ServerResponse) {
    const [text, fault] = faultOf(asked.url ?? '')
    if (fault === 'cut') return void asked.socket.destroy()
    if (typeof fault === 'object' && 'once' in fault) spoiled.delete(text!)
    if (fault === 'empty') return void answer.writeHead(502).end()
    if (fault === 'foreign') return void answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    if (fault && 'status' in fault)
      return void answer.writeHead(fault.status, { 'content-type': fault.type }).end(fault.body)
    const instead = fault && 'instead' in fault ? fault.instead : undefined
    await fault
    const headers = instead ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers
    const onwards = request(
      { agent, host: target.hostname, port: target.port, method: asked.method, path: asked.url, headers },
      (reply) => void (instead ? change(reply, answer, instead) : forward(reply, answer)),
    )
    onwards.on('error', () => answer.writeHead(502).end())
    asked.pipe(onwards)
  }

  function faultOf(address: string) {
    const isFile = address.startsWith('/assets/')
    if (!isFile && !address.startsWith('/api/')) return []
    return [...spoiled].find(([text]) => text.startsWith('/assets/') === isFile && address.includes(text)) ?? []
  }

  function forward(reply: IncomingMessage, answer: ServerResponse) {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  }
  async function change(reply: IncomingMessage, answer: ServerResponse, [from, to]: [RegExp, string]) {
    const text = Buffer.concat(await reply.toArray()).toString()
    const { 'content-length': _length, ...headers } = reply.headers
    answer.writeHead(reply.statusCode ?? 502, headers).end(text.replace(from, to))
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
    setTarget: (to) => void (target = new URL(to)),
    injectFault: (text, fault) => void spoiled.set(text, fault),
    hold(text) {
      let release = () => {}
      spoiled.set(text, new Promise<void>((resolve) => (release = resolve)))
      return release
    },
    clearFaults: () => spoiled.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
