import pg from 'pg'
import { bigintTypes } from '@dhow/platform/pg-types'
import { PlanningClient } from '../../src/platform/db/embedded.ts'
import { openDatabase } from '../../src/platform/db/index.ts'
import { connectionConfig, type DatabaseLimits } from '../../src/platform/db/limits.ts'
import { makeTestDatabase } from '../engines.ts'
import type { ExploredDatabase } from './database.ts'
import { lendSessions, type Lease, type Session, type Sessions } from './lend-sessions.ts'
import { silent } from './silent.ts'
import { realTimeout, type Scheduler } from './scheduler.ts'
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
/** So long a statement has to end before it is told once more. */
const endsWithinMs = 20

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
    const { pool, end } = lendSessions(scheduler, sessions, own)
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

/** `pg` keeps the number of the database's process, which its types do not name. */
const pidOf = (client: pg.Client) => Number((client as unknown as { processID: number | null }).processID ?? 0)

/** A session for each lease, used again after it: a new process of the database knows no table, no function and no plan. */
function openSessions(scheduler: Scheduler, url: string, cancel: (pid: number) => Promise<void>) {
  const config = connectionConfig(url, noLimits)
  // The tables are small, so whatever values a statement has, its plan is the same. And the scheduler, not the time, says what waits in a circle.
  const options = `${config.options ?? ''} -c plan_cache_mode=force_generic_plan -c deadlock_timeout=1h`
  const all = new Set<pg.Client>()
  const free: BackendSession[] = []
  const used = new Map<Lease, BackendSession>()

  async function connect(): Promise<BackendSession> {
    const client = new PlanningClient({ ...config, options, types: bigintTypes })
    client.on('error', () => all.delete(client))
    await client.connect()
    all.add(client)
    const session: BackendSession = {
      pid: pidOf(client),
      underWay: undefined,
      query(sql, values) {
        const answer: Promise<pg.QueryResult> = client.query(sql, values)
        const settled = answer.then(
          () => undefined,
          () => undefined,
        )
        session.underWay = settled
        void settled.then(() => {
          if (session.underWay === settled) session.underWay = undefined
        })
        return answer
      },
    }
    return session
  }

  const sessions: Sessions = {
    async open(lease) {
      used.set(lease, free.pop() ?? (await scheduler.awaitOutside(connect())))
    },
    isFree: () => true,
    whenFree: () => Promise.resolve(),
    of(lease) {
      const session = used.get(lease)
      if (!session) throw new Error('a lease without a session asked for it')
      return session
    },
    giveBack(lease) {
      const session = used.get(lease)
      used.delete(lease)
      if (session) free.push(session)
    },
    async undo(lease) {
      const session = used.get(lease)
      if (!session) return
      while (session.underWay) {
        await cancel(session.pid)
        await Promise.race([session.underWay, new Promise((resolve) => realTimeout(resolve, endsWithinMs))])
      }
      await session.query('rollback')
      sessions.giveBack(lease)
    },
  }
  return { ...sessions, close: () => Promise.all([...all].map((client) => client.end())) }
}

interface BackendSession extends Session {
  /** Settles with the statement that the database has not answered yet. */
  underWay: Promise<undefined> | undefined
}
