import pg from 'pg'
import type { Log } from '@dhow/platform/log'
import { openConnections, type Connections } from '../src/platform/db/index.ts'
import { defaultLimits } from '../src/platform/db/limits.ts'
import { openEmptied } from './emptied-database.ts'

/** Databases of this process that no world has now, each as the migrations left it. */
const free: BorrowedDatabase[] = []
interface BorrowedDatabase {
  url: string
  connections: Connections
  /** Leaves it to the next world; drops it where that could see something of this one. */
  giveBack(canBeUsedAgain: boolean): Promise<void>
}

/**
 * To make a database and to show it to new sessions costs more than most tests do, to empty one a tenth of that: whoever is through with one leaves it to
 * the next, with its open connections, which know its tables and functions by then.
 */
export async function borrowDatabase(
  log: Log,
  made: () => Promise<{ url: string; drop(): Promise<void> }>,
): Promise<BorrowedDatabase> {
  const idle = free.pop()
  if (idle) return idle
  const { url, drop } = await made()
  const owner = new pg.Client({ connectionString: url })
  // The cluster may be stopped before this process is.
  owner.on('error', () => undefined)
  await owner.connect()
  const session = {
    query: async <Row>(text: string, values?: unknown[]) => ({ rows: (await owner.query(text, values)).rows as Row[] }),
    exec: (text: string) => owner.query(text),
  }
  const emptied = await openEmptied(session)
  const connections = openConnections(url, { limits: defaultLimits, isPooled: false, log })
  const borrowed = {
    url,
    connections,
    async giveBack(canBeUsedAgain: boolean) {
      // A connection that somebody still has would go on with the world that is closed.
      const isAtRest = connections.pool.idleCount === connections.pool.totalCount
      if (canBeUsedAgain && isAtRest && (await emptied.isAsMade())) {
        await emptied.empty()
        await forgetSessions(connections.pool)
        free.push(borrowed)
        return
      }
      await Promise.all([connections.close(), owner.end()])
      await drop()
    },
  }
  return borrowed
}

/** Forgets settings and locks of the sessions, so that the next test has its own. */
async function forgetSessions(pool: pg.Pool) {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  await Promise.all(clients.map((client) => client.query('select pg_advisory_unlock_all(); reset all; reset role')))
  for (const client of clients) client.release()
}
