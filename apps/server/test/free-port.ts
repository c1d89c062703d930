import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port below the range of ephemeral ports, so that no outgoing connection uses it before its server starts. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + ((process.pid * 97 + portsTried++) % 12_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
let portsTried = 0
