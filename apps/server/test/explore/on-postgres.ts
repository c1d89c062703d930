import pg from 'pg'
import { bigintTypes } from '@dhow/platform/pg-types'
import { PlanningClient } from '../../src/platform/db/embedded.ts'
import { openDatabase } from '../../src/platform/db/index.ts'
import { connectionConfig, type DatabaseLimits } from '../../src/platform/db/limits.ts'
import { makeTestDatabase } from '../engines.ts'
import type { ExploredDatabase } from './database.ts'
import { realTimeout, type Scheduler } from './scheduler.ts'
import { openSessionPool, type ClientConnection, type Session, type Sessions } from './session-pool.ts'
import { silent } from './silent.ts'
import type { Actor } from './steps.ts'

/** No time limits: only the scheduler decides how long something lasts. */
const noLimits: DatabaseLimits = {
  connections: 12,
  poolWaitMs: 600_000,
  lockWaitMs: 3_600_000,
  statementMs: 3_600_000,
  idleTransactionMs: 0,
  diskReserveBytes: 0,
}
/** Interval between attempts to cancel a statement. */
const cancelEachMs = 20

/** A separate PostgreSQL database, where statements of concurrent transactions are released in any order. */
export async function openOnPostgres(scheduler: Scheduler): Promise<ExploredDatabase> {
  const log = silent()
  const { url, drop } = await makeTestDatabase(log)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  // The explorer's statements do not change, and their tables are small.
  await admin.query('set plan_cache_mode = force_generic_plan')
  scheduler.askBlocked(async (pids) => {
    const { rows } = await admin.query<{ pid: number }>({
      name: 'blocked',
      text: 'select pid from unnest($1::int[]) as pid where cardinality(pg_blocking_pids(pid)) > 0',
      values: [pids],
    })
    return new Set(rows.map(({ pid }) => pid))
  })
  const sessions = openSessions(scheduler, url, async (pid) => {
    await admin.query('select pg_cancel_backend($1)', [pid])
  })
  const connect = async (own: Actor | undefined) => {
    const { pool, end } = openSessionPool(scheduler, sessions, own)
    const db = await openDatabase({ url, pool, limits: noLimits, log })
    return { db, end, close: () => db.close() }
  }
  const { db } = await connect(undefined)
  return {
    opened: {
      ...{ db, url },
      async drop() {
        await db.close()
        await sessions.close()
        await drop()
      },
    },
    connect,
    async query<Row>(text: string, values: unknown[] = [], name?: string) {
      const { rows } = await admin.query<Row & pg.QueryResultRow>({
        text,
        values,
        ...(name === undefined ? {} : { name }),
      })
      return rows
    },
    close: () => admin.end(),
  }
}

/** `pg` has the database's process id, but its types do not. */
const pidOf = (client: pg.Client) => Number((client as unknown as { processID: number | null }).processID ?? 0)

/** One session for each connection, used again after it, because a new one would parse and plan everything again. */
function openSessions(scheduler: Scheduler, url: string, cancel: (pid: number) => Promise<void>) {
  const config = connectionConfig(url, noLimits)
  // Tables are small, so a plan fits all values. The scheduler finds deadlocks itself, without waiting.
  const options = `${config.options ?? ''} -c plan_cache_mode=force_generic_plan -c deadlock_timeout=1h`
  const clients: pg.Client[] = []
  const free: BackendSession[] = []
  const used = new Map<ClientConnection, BackendSession>()

  async function open(): Promise<BackendSession> {
    const client = new PlanningClient({ ...config, options, types: bigintTypes })
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
    const session: BackendSession = {
      pid: pidOf(client),
      running: undefined,
      query(sql, values) {
        const answer: Promise<pg.QueryResult> = client.query(sql, values)
        const settled = answer.then(
          () => undefined,
          () => undefined,
        )
        session.running = settled
        void settled.then(() => {
          if (session.running === settled) session.running = undefined
        })
        return answer
      },
    }
    return session
  }

  const sessions: Sessions = {
    async acquire(connection) {
      used.set(connection, free.pop() ?? (await scheduler.awaitOutside(open())))
    },
    isFree: () => true,
    whenFree: () => Promise.resolve(),
    of(connection) {
      const session = used.get(connection)
      if (!session) throw new Error('a connection has no session')
      return session
    },
    release(connection) {
      const session = used.get(connection)
      used.delete(connection)
      if (session) free.push(session)
    },
    async abort(connection) {
      const session = used.get(connection)
      if (!session) return
      while (session.running) {
        await cancel(session.pid)
        await Promise.race([session.running, new Promise((resolve) => realTimeout(resolve, cancelEachMs))])
      }
      // A late cancellation may hit the first one.
      await session.query('rollback').catch(() => session.query('rollback'))
      sessions.release(connection)
    },
  }
  return { ...sessions, close: () => Promise.all(clients.map((client) => client.end())) }
}

interface BackendSession extends Session {
  /** Settles when the database has answered the current statement. */
  running: Promise<undefined> | undefined
}
