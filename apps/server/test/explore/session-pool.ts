import type pg from 'pg'
import type { Scheduler } from './scheduler.ts'
import { openStatements, refusalOf, terminated } from './statements.ts'
import type { Actor, StepFault } from './steps.ts'

/** A server's connection. It can be lost with its open transaction, while the session behind it serves the next one. */
export interface ClientConnection {
  isLost: boolean
}

/** A session of the database. */
export interface Session {
  /** Process id at the database; 0 if it has none. */
  pid: number
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** Sessions that outlive the connections that use them, as behind PgBouncer: a new one would parse and plan everything again. */
export interface Sessions {
  /** Called before the first statement of a connection. */
  acquire(connection: ClientConnection): Promise<void>
  /** False while another connection has to finish first. */
  isFree(connection: ClientConnection): boolean
  /** Resolves when it is free. */
  whenFree(connection: ClientConnection): Promise<void>
  /** Session of a connection, for a statement that starts now. */
  of(connection: ClientConnection): Session
  /** Called when a connection is finished. */
  release(connection: ClientConnection): void
  /** Cancels a connection's statement, rolls back its transaction, and releases its session. */
  abort(connection: ClientConnection): Promise<void>
}

/** The part of `pg.Pool` that the server uses. */
interface Pool {
  connect(): Promise<{ query: Query; release(): void }>
  query: Query
  on(): void
  end(): Promise<void>
  totalCount: number
  idleCount: number
  waitingCount: number
}
type Query = (sql: string, values?: unknown[]) => Promise<pg.QueryResult>

/**
 * A connection pool for one server, in which each statement is a step. Without an actor, no statement is.
 * @param own actor of statements outside any call or job
 */
export function openSessionPool(scheduler: Scheduler, sessions: Sessions, own: Actor | undefined) {
  const connections = new Set<ClientConnection>()
  const statements = openStatements()

  async function lose(connection: ClientConnection) {
    if (connection.isLost) return
    connection.isLost = true
    connections.delete(connection)
    await sessions.abort(connection)
    scheduler.recheck()
  }

  async function run(
    connection: ClientConnection,
    sql: string,
    values: unknown[] | undefined,
    fault: StepFault | undefined,
  ) {
    if (fault === 'connection-lost') await lose(connection)
    if (connection.isLost) throw terminated()
    const session = sessions.of(connection)
    const refusal = refusalOf(fault)
    try {
      const answer = await (refusal === undefined ? session.query(sql, values) : session.query(refusal))
      if (fault === 'answer-lost') await lose(connection)
      if (!connection.isLost) return answer
    } catch (error) {
      if (!connection.isLost) throw error
    }
    throw terminated()
  }

  async function connect() {
    const connection: ClientConnection = { isLost: false }
    connections.add(connection)
    await sessions.acquire(connection)
    if (connection.isLost) sessions.release(connection)
    let isInTransaction = false
    return {
      async query(sql: string, values?: unknown[]) {
        if (connection.isLost) throw terminated()
        const { label, writes, begins, ends } = statements.of(sql)
        const commits = sql === 'commit' || (!isInTransaction && !begins && writes)
        if (begins) isInTransaction = true
        if (ends) isInTransaction = false
        const actor = own && (scheduler.actors.getStore() ?? own)
        if (actor === undefined || !scheduler.isOn()) {
          await sessions.whenFree(connection)
          return run(connection, sql, values, undefined)
        }
        const canGo = () => connection.isLost || sessions.isFree(connection)
        const step = { actor, kind: 'statement' as const, label, writes, commits, canGo }
        // Locks are held until the transaction ends.
        const frees = !isInTransaction
        return scheduler.hold(step, (fault) => {
          const { pid } = connection.isLost ? { pid: 0 } : sessions.of(connection)
          return scheduler.track({ actor, pid, frees }, () => run(connection, sql, values, fault))
        })
      },
      release() {
        if (connections.delete(connection)) sessions.release(connection)
      },
    }
  }

  const pool: Pool = {
    connect,
    async query(sql, values) {
      const client = await connect()
      try {
        return await client.query(sql, values)
      } finally {
        client.release()
      }
    },
    on: () => undefined,
    end: () => Promise.resolve(),
    ...{ totalCount: 0, idleCount: 0, waitingCount: 0 },
  }
  return {
    pool: pool as unknown as pg.Pool,
    /** Ends all connections, as a restart of the database does. */
    end: async () => void (await Promise.all([...connections].map(lose))),
  }
}
