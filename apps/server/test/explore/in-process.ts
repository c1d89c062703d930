import type pg from 'pg'
import { bigintTypes } from '@dhow/platform/pg-types'
import { poolOfEngine } from '../../src/platform/db/embedded.ts'
import { openDatabase } from '../../src/platform/db/index.ts'
import { appRole } from '../../src/platform/db/limits.ts'
import { borrowEngine } from '../engine-pool.ts'
import type { ExploredDatabase } from './database.ts'
import type { Scheduler } from './scheduler.ts'
import { openSessionPool, type ClientConnection, type Sessions } from './session-pool.ts'
import { silent } from './silent.ts'
import type { Actor } from './steps.ts'

/**
 * The embedded engine for all servers. It has one session, so the transactions run one after the other, in an
 * order chosen by the scheduler, and nothing waits for a lock.
 */
export async function openInProcess(scheduler: Scheduler): Promise<ExploredDatabase> {
  const log = silent()
  const borrowed = await borrowEngine(log)
  const { engine } = borrowed
  const reopen = () => Promise.reject(new Error('the embedded engine is closed'))
  const only = poolOfEngine({ current: engine, reopen }, bigintTypes, 0, appRole)
  const session = await only.connect()
  // Tables are small, so a plan fits all values.
  await session.query('set plan_cache_mode = force_generic_plan')
  const sessions = openSharedSession(scheduler, session)
  const connect = async (own: Actor | undefined) => {
    const { pool, end } = openSessionPool(scheduler, sessions, own)
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

/** The only session, which one connection has from its first statement to its end. */
function openSharedSession(scheduler: Scheduler, client: pg.PoolClient): Sessions {
  let holder: ClientConnection | undefined
  const waiting: (() => void)[] = []
  const session = { pid: 0, query: (sql: string, values?: unknown[]) => client.query(sql, values) }
  const isFree = (connection: ClientConnection) => holder === undefined || holder === connection
  function release(connection: ClientConnection) {
    if (holder !== connection) return
    holder = undefined
    waiting.shift()?.()
    scheduler.note()
  }
  return {
    acquire: () => Promise.resolve(),
    isFree,
    async whenFree(connection) {
      while (!isFree(connection)) await new Promise<void>((resolve) => waiting.push(resolve))
    },
    of(connection) {
      holder = connection
      return session
    },
    release,
    async abort(connection) {
      if (holder !== connection) return
      await client.query('rollback')
      release(connection)
    },
  }
}
