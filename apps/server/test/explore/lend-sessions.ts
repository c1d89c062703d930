import type pg from 'pg'
import type { Scheduler } from './scheduler.ts'
import { openStatements, refusalOf, terminated } from './statements.ts'
import type { Actor, StepFault } from './steps.ts'

/** A connection as a server sees it. It may end, with all that it had begun, while the session that it used goes on for others. */
export interface Lease {
  isLost: boolean
}

export interface Session {
  /** Number of the database's process; 0 where it has none. */
  pid: number
  query(sql: string, values?: unknown[]): Promise<pg.QueryResult>
}

/** Sessions of a database, which live longer than the connections that use them: a new one has to read and plan everything again. */
export interface Sessions {
  /** Gives a lease what it needs before its first statement. */
  open(lease: Lease): Promise<void>
  /** False while another has to end first. */
  isFree(lease: Lease): boolean
  /** Resolves once it is free. */
  whenFree(lease: Lease): Promise<void>
  /** The session of a lease, for a statement that begins now. */
  of(lease: Lease): Session
  /** The lease is through. */
  giveBack(lease: Lease): void
  /** Ends the statement that a lease has under way, undoes what it had begun, and takes its session back. */
  undo(lease: Lease): Promise<void>
}

/** The part of `pg.Pool` that the server uses. */
interface Lender {
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
 * Connections of one server, each statement of them a step; of those without an actor nothing is held back.
 * @param own who asks where no call or job does
 */
export function lendSessions(scheduler: Scheduler, sessions: Sessions, own: Actor | undefined) {
  const leases = new Set<Lease>()
  const statements = openStatements()

  async function end(lease: Lease) {
    if (lease.isLost) return
    lease.isLost = true
    leases.delete(lease)
    await sessions.undo(lease)
    scheduler.recheck()
  }

  async function run(lease: Lease, sql: string, values: unknown[] | undefined, fault: StepFault | undefined) {
    if (fault === 'connection-lost') await end(lease)
    if (lease.isLost) throw terminated()
    const session = sessions.of(lease)
    const refusal = refusalOf(fault)
    try {
      const answer = await (refusal === undefined ? session.query(sql, values) : session.query(refusal))
      if (fault === 'answer-lost') await end(lease)
      if (!lease.isLost) return answer
    } catch (error) {
      if (!lease.isLost) throw error
    }
    throw terminated()
  }

  async function connect() {
    const lease: Lease = { isLost: false }
    leases.add(lease)
    await sessions.open(lease)
    if (lease.isLost) sessions.giveBack(lease)
    let isOpen = false
    return {
      async query(sql: string, values?: unknown[]) {
        if (lease.isLost) throw terminated()
        const { label, writes, begins, ends } = statements.of(sql)
        const commits = sql === 'commit' || (!isOpen && !begins && writes)
        if (begins) isOpen = true
        if (ends) isOpen = false
        const actor = own && (scheduler.actors.getStore() ?? own)
        if (actor === undefined || !scheduler.isOn()) {
          await sessions.whenFree(lease)
          return run(lease, sql, values, undefined)
        }
        const canGo = () => lease.isLost || sessions.isFree(lease)
        const step = { actor, kind: 'statement' as const, label, writes, commits, canGo }
        // Within a transaction a statement takes locks and gives none back.
        const frees = !isOpen
        return scheduler.hold(step, (fault) => {
          const { pid } = lease.isLost ? { pid: 0 } : sessions.of(lease)
          return scheduler.track({ actor, pid, frees }, () => run(lease, sql, values, fault))
        })
      },
      release() {
        if (leases.delete(lease)) sessions.giveBack(lease)
      },
    }
  }

  const lender: Lender = {
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
    pool: lender as unknown as pg.Pool,
    /** Ends all connections, as a restart of the database does. */
    end: async () => void (await Promise.all([...leases].map(end))),
  }
}
