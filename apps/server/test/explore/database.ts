import type { Database } from '../../src/platform/db/index.ts'
import type { openTestDatabase } from '../engines.ts'
import type { Actor } from './steps.ts'

/** The database of a lab: PostgreSQL, or the embedded engine in this process. */
export interface ExploredDatabase {
  /** For the world that prepares and judges, which the scheduler does not hold back. */
  opened: Awaited<ReturnType<typeof openTestDatabase>>
  /** A server's own connections, each statement of them a step; `own` is the actor of those that belong to no call. */
  connect(own: Actor): Promise<Connections>
  /** A statement of the explorer itself. One with a name is read and planned once. */
  query<Row>(sql: string, values?: unknown[], name?: string): Promise<Row[]>
  close(): Promise<void>
}

export interface Connections {
  db: Database
  /** Ends all of them, as a restart of the database does: what they had begun is undone, and new ones are opened. */
  end(): Promise<void>
  close(): Promise<void>
}
