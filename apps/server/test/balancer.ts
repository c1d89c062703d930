import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'

const probeEachMs = 50

/**
 * A load balancer in front of several servers: it probes the readiness of each, sends a request to the next ready one,
 * and to another one only if no connection could be made.
 */
export async function openBalancer(origins: () => string[]) {
  const ready = new Set<string>()
  let turn = 0
  let isClosed = false

  async function probe() {
    const all = origins()
    await Promise.all(
      all.map(async (origin) => {
        const answer = await fetch(`${origin}/health/ready`).catch(() => undefined)
        await answer?.body?.cancel()
        if (answer?.ok) ready.add(origin)
        else ready.delete(origin)
      }),
    )
    for (const origin of ready) if (!all.includes(origin)) ready.delete(origin)
  }
  const next = (except: ReadonlySet<string>) => {
    const left = [...ready].filter((origin) => !except.has(origin))
    return left[turn++ % Math.max(1, left.length)]
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer, tried: ReadonlySet<string>) {
    const origin = next(tried)
    if (origin === undefined) return void outgoing.writeHead(502).end()
    const { method, url, headers } = incoming
    const out = ask(origin + url, { method, headers: { ...headers, connection: 'close' } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    out.on('error', (error) => {
      const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
      if (isRefused) return forward(incoming, outgoing, body, new Set([...tried, origin]))
      outgoing.destroy()
    })
    out.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => forward(incoming, outgoing, Buffer.concat(parts), new Set()))
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const origin = next(new Set())
    if (origin === undefined) return void socket.destroy()
    const out = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${String(value)}`)
      out.write([`${request.method} ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
      out.write(head)
      socket.pipe(out).pipe(socket)
    })
    for (const end of [socket, out]) end.on('error', () => [socket, out].forEach((one) => one.destroy()))
    out.on('close', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await probe()
  const probing = (async () => {
    while (!isClosed) {
      await new Promise((resolve) => setTimeout(resolve, probeEachMs))
      await probe()
    }
  })()
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (origin: string) => ready.has(origin),
    async close() {
      isClosed = true
      await probing
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
