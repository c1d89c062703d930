import pg from 'pg'
import { openDatabase } from '../../src/platform/db/index.ts'
import type { DatabaseLimits } from '../../src/platform/db/limits.ts'
import { openTestDatabase } from '../engines.ts'
import type { ExploredDatabase } from './database.ts'
import { holdStatements } from './hold-statements.ts'
import { silent } from './silent.ts'
import type { Scheduler } from './scheduler.ts'

/** No time limits: only the scheduler decides how long something lasts. */
const noLimits: DatabaseLimits = {
  connections: 12,
  poolWaitMs: 600_000,
  lockWaitMs: 3_600_000,
  statementMs: 3_600_000,
  idleTransactionMs: 0,
  diskReserveBytes: 0,
}

/** A separate PostgreSQL database, where statements of concurrent transactions are released in any order. */
export async function openOnPostgres(scheduler: Scheduler): Promise<ExploredDatabase> {
  const log = silent()
  const made = await openTestDatabase(log)
  const { url } = made
  if (url === undefined) throw new Error('the explorer needs PostgreSQL, or --in-process')
  // On a busy machine a time limit would fail the preparation of a schedule.
  const db = await openDatabase({ url, limits: noLimits, log })
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
  return {
    opened: {
      ...{ db, url },
      async drop() {
        await db.close()
        await made.drop()
      },
    },
    async connect(own) {
      const held = holdStatements(scheduler, url, noLimits, () => own)
      held.cutBy((pid) => endConnections(admin, [pid]))
      const db = await openDatabase({ url, limits: noLimits, log, faults: held.faults })
      return {
        db,
        end: () => endConnections(admin, held.pids()),
        async close() {
          await db.close()
          await held.close()
        },
      }
    },
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

/** Ends connections as a restart of the database does, and returns when they and their locks are gone. */
async function endConnections(admin: pg.Client, pids: number[]) {
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid = any ($1)', [pids])
  for (;;) {
    const { rowCount } = await admin.query('select from pg_stat_activity where pid = any ($1)', [pids])
    if (rowCount === 0) return
  }
}
