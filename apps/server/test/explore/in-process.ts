import type pg from 'pg'
import { bigintTypes } from '@dhow/platform/pg-types'
import { poolOfEngine } from '../../src/platform/db/embedded.ts'
import { openDatabase } from '../../src/platform/db/index.ts'
import { appRole } from '../../src/platform/db/limits.ts'
import { borrowEngine } from '../engine-pool.ts'
import type { ExploredDatabase } from './database.ts'
import { lendSessions, type Lease, type Sessions } from './lend-sessions.ts'
import type { Scheduler } from './scheduler.ts'
import { silent } from './silent.ts'
import type { Actor } from './steps.ts'

/**
 * The embedded engine for all servers of a lab. It has one session, so the transactions run one after the other, in an
 * order chosen by the scheduler, and nothing waits for a lock.
 */
export async function openInProcess(scheduler: Scheduler): Promise<ExploredDatabase> {
  const log = silent()
  const borrowed = await borrowEngine(log)
  const { engine } = borrowed
  const reopen = () => Promise.reject(new Error('the embedded engine is closed'))
  const only = poolOfEngine({ current: engine, reopen }, bigintTypes, 0, appRole)
  const session = await only.connect()
  // The tables are small, and whatever values a statement has, its plan is the same.
  await session.query('set plan_cache_mode = force_generic_plan')
  const sessions = openTurns(scheduler, session)
  const connect = async (own: Actor | undefined) => {
    const { pool, end } = lendSessions(scheduler, sessions, own)
    const db = await openDatabase({ engine, pool, log })
    return { db, end, close: () => db.close() }
  }
  const { db } = await connect(undefined)
  return {
    opened: {
      db,
      url: undefined,
      async drop() {
        await db.close()
        session.release(true)
        await only.end()
        await borrowed.giveBack()
      },
    },
    connect,
    async query<Row>(text: string, values: unknown[] = [], name?: string) {
      const { rows } = await session.query<Row & pg.QueryResultRow>({
        text,
        values,
        ...(name === undefined ? {} : { name }),
      })
      return rows
    },
    close: () => Promise.resolve(),
  }
}

/** The only session, which each lease has from its first statement to its end. */
function openTurns(scheduler: Scheduler, client: pg.PoolClient): Sessions {
  let holder: Lease | undefined
  const waiting: (() => void)[] = []
  const session = { pid: 0, query: (sql: string, values?: unknown[]) => client.query(sql, values) }
  const isFree = (lease: Lease) => holder === undefined || holder === lease
  function giveBack(lease: Lease) {
    if (holder !== lease) return
    holder = undefined
    waiting.shift()?.()
    scheduler.note()
  }
  return {
    open: () => Promise.resolve(),
    isFree,
    async whenFree(lease) {
      while (!isFree(lease)) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    of(lease) {
      holder = lease
      return session
    },
    giveBack,
    async undo(lease) {
      if (holder !== lease) return
      await client.query('rollback')
      giveBack(lease)
    },
  }
}
