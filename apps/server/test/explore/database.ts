import type { Database } from '../../src/platform/db/index.ts'
import type { openTestDatabase } from '../engines.ts'
import type { Actor } from './steps.ts'

/** Database of the servers: PostgreSQL, or the embedded engine in this process. */
export interface ExploredDatabase {
  /** For the world that prepares and checks, which the scheduler does not control. */
  opened: Awaited<ReturnType<typeof openTestDatabase>>
  /**
   * A server's own connections, each of whose statements is a step; `own` is the actor of statements outside any call.
   */
  connect(own: Actor): Promise<Connections>
  /** A statement of the explorer itself. One with a name is parsed and planned once. */
  query<Row>(sql: string, values?: unknown[], name?: string): Promise<Row[]>
  close(): Promise<void>
}

export interface Connections {
  db: Database
  /**
   * Ends all of them, as a restart of the database does: open transactions are rolled back, and new connections opened.
   */
  end(): Promise<void>
  close(): Promise<void>
}
