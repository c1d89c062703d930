import pg from 'pg'
import type { Log } from '@dhow/platform/log'
import { openDatabase, type Database } from '../src/platform/db/index.ts'
import { borrowEngine } from './engine-pool.ts'
import { withOneConnection } from './one-connection.ts'
import { schemaName } from './schema-name.ts'

export type TestEngine = 'postgres' | 'pglite'

/** Engine of this run. */
export const testEngine: TestEngine = process.env['DHOW_TEST_PG'] ? 'postgres' : 'pglite'

/**
 * A separate migrated database for one world: on PostgreSQL a copy of a template made by the first world, on the
 * embedded engine one in memory that is used by no other world.
 */
export async function openTestDatabase(
  log: Log,
  engine: TestEngine = testEngine,
): Promise<{ db: Database; url: string | undefined; drop(): Promise<void> }> {
  if (engine === 'pglite') {
    const borrowed = await borrowEngine(log)
    const db = await openDatabase({ engine: borrowed.engine, log })
    return {
      db,
      url: undefined,
      async drop() {
        await db.close()
        await borrowed.giveBack()
      },
    }
  }
  const root = process.env['DHOW_TEST_PG']!
  const template = `dhow_template_${schemaName()}`
  const name = `dhow_world_${process.pid}_${++worlds}`
  const admin = new pg.Client({ connectionString: root })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock(7305220)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await admin.query(`create database ${template}_making`)
      const making = await openDatabase({ url: withDatabase(root, `${template}_making`), log })
      await making.close()
      await admin.query(`alter database ${template}_making rename to ${template}`)
    }
    // Copied file by file, not block by block through the WAL: in memory and unsynced, that takes half as long.
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await admin.end()
  }
  const url = withDatabase(root, name)
  const db = withOneConnection(await openDatabase({ url, log }))
  return {
    db,
    url,
    async drop() {
      await db.close()
      const client = new pg.Client({ connectionString: root })
      await client.connect()
      await client.query(`drop database if exists ${name} with (force)`)
      await client.end()
    },
  }
}

let worlds = 0

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
