import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that is free now. Below the range from which the system takes ports for outgoing connections, or one of those could be on it
 * before its server is.
 */
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
