import pg from 'pg'
import { bigintTypes } from '@dhow/platform/pg-types'
import { poolOfEngine } from '../../src/platform/db/embedded.ts'
import { openDatabase } from '../../src/platform/db/index.ts'
import { appRole } from '../../src/platform/db/limits.ts'
import { borrowEngine } from '../engine-pool.ts'
import type { Connections, ExploredDatabase } from './database.ts'
import type { Scheduler } from './scheduler.ts'
import { silent } from './silent.ts'
import { labelOf, refusalOf, terminated, writesOf } from './statements.ts'
import type { Actor, StepFault } from './steps.ts'

/** A connection as the driver sees it, for one transaction or one statement. */
interface Lease {
  isLost: boolean
  end(): Promise<void>
}

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
  /** Lease that has the session, and the explorer's waiting ones. */
  let holder: Lease | undefined
  const waiting: (() => void)[] = []
  const free = () => {
    holder = undefined
    waiting.shift()?.()
    scheduler.note()
  }

  const connect = async (own: Actor | undefined): Promise<Connections> => {
    const leases = new Set<Lease>()
    const lend = () => {
      const lease: Lease = {
        isLost: false,
        async end() {
          lease.isLost = true
          leases.delete(lease)
          if (holder !== lease) return
          await session.query('rollback')
          free()
        },
      }
      leases.add(lease)
      let isOpen = false
      const run = async (sql: string, values: unknown[] | undefined, fault: StepFault | undefined) => {
        if (lease.isLost) throw terminated()
        holder = lease
        if (sql === 'begin') isOpen = true
        if (sql === 'commit' || sql === 'rollback') isOpen = false
        if (fault === 'connection-lost') await lease.end()
        else {
          const answer = await session.query(
            refusalOf(fault) ?? sql,
            refusalOf(fault) === undefined ? values : undefined,
          )
          if (fault !== 'answer-lost') return answer
          await lease.end()
        }
        throw terminated()
      }
      const query = async (sql: string, values?: unknown[]) => {
        if (lease.isLost) throw terminated()
        const actor = own && (scheduler.actors.getStore() ?? own)
        if (actor === undefined || !scheduler.isOn()) {
          while (holder !== undefined && holder !== lease) await new Promise<void>((resolve) => waiting.push(resolve))
          return run(sql, values, undefined)
        }
        const writes = writesOf(sql)
        const commits = sql === 'commit' || (!isOpen && sql !== 'begin' && writes)
        const canGo = () => lease.isLost || holder === undefined || holder === lease
        const step = { actor, kind: 'statement' as const, label: labelOf(sql), writes, commits, canGo }
        return scheduler.hold(step, (fault) => scheduler.awaitOutside(run(sql, values, fault)))
      }
      return {
        query,
        release() {
          leases.delete(lease)
          if (holder === lease) free()
        },
      }
    }
    const pool = {
      connect: () => Promise.resolve(lend()),
      async query(text: string, values: unknown[]) {
        const client = lend()
        try {
          return await client.query(text, values)
        } finally {
          client.release()
        }
      },
      on: () => undefined,
      end: () => Promise.resolve(),
      ...{ totalCount: 0, idleCount: 0, waitingCount: 0 },
    }
    const db = await openDatabase({ engine, enginePool: pool as unknown as pg.Pool, log })
    return {
      db,
      end: async () => void (await Promise.all([...leases].map((lease) => lease.end()))),
      close: () => db.close(),
    }
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
