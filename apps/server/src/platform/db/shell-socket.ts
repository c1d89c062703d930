import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { contain } from '../contain.ts'
import type { Log } from '@dhow/platform/log'
import type { Database } from './index.ts'
import { appRole } from './limits.ts'
import { run } from './run-sql.ts'

/** Name of the socket in the data folder. */
export const shellSocket = 'db.sock'

/**
 * Serves `npm run db` on the embedded engine, which only this process may open: each line on the socket is a statement
 * as a JSON string, answered by a line `{"rows": […]}` or `{"error": "…"}`. A statement is its own transaction with the
 * rights of the server's role. Only this process's user may open the socket. If there can be none, as in a folder with
 * a very long path, the server runs without.
 */
export function serveShell(db: Database, dataDir: string, log: Log): () => void {
  const path = join(dataDir, shellSocket)
  rmSync(path, { force: true })
  const open = new Set<Socket>()
  const answer = async (line: string) => {
    try {
      return await db.transaction(async (tx) => {
        const rows = await run(tx, String(JSON.parse(line)))
        // The engine has one session: a statement must not leave another role behind.
        await run(tx, `set role ${appRole}`)
        return { rows: rows ?? [] }
      })
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
  const converse = async (socket: Socket) => {
    for await (const line of createInterface({ input: socket }))
      socket.write(
        JSON.stringify(await answer(line), (_, value) => (typeof value === 'bigint' ? String(value) : value)) + '\n',
      )
  }
  const server = createServer((socket) => {
    open.add(socket)
    const forget = () => open.delete(socket)
    socket.on('close', contain(log, 'database shell', forget))
    socket.on('error', (error) => log.debug({ err: error }, 'a database shell was lost'))
    contain(log, 'database shell', converse)(socket)
  })
  server.on('error', (error) => log.warn({ err: error }, 'the socket of the database shell could not be opened'))
  server.listen(path, () => chmodSync(path, 0o600))
  return () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
}
