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
  const { url, drop } = await makeTestDatabase(log)
  const db = withOneConnection(await openDatabase({ url, isMigrated: true, log }))
  return {
    db,
    url,
    async drop() {
      await db.close()
      await drop()
    },
  }
}

/** A separate migrated PostgreSQL database without connections, a copy of the template. */
export async function makeTestDatabase(log: Log): Promise<{ url: string; drop(): Promise<void> }> {
  const root = process.env['DHOW_TEST_PG']
  if (!root) throw new Error('PostgreSQL was not found: DHOW_TEST_PG is not set')
  const template = await (migrated ??= makeTemplate(root, log))
  const name = `dhow_world_${process.pid}_${++worlds}`
  // Copied file by file, not block by block through the WAL: in memory and unsynced, that takes half as long.
  await adminOf(root).query(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(root, name),
    async drop() {
      await adminOf(root).query(`drop database if exists ${name} with (force)`)
    },
  }
}

let worlds = 0
/** Name of the template, once it is there: all worlds of a worker begin as its copies. */
let migrated: Promise<string> | undefined
let admin: pg.Pool | undefined

/** The connection that makes and drops the databases of all worlds of a worker. The worker's end does not wait for it, and the cluster may stop before. */
function adminOf(root: string): pg.Pool {
  if (admin) return admin
  admin = new pg.Pool({ connectionString: root, max: 1, allowExitOnIdle: true })
  admin.on('error', () => undefined)
  return admin
}

/** Migrates the database that worlds are copied from, unless another worker or an earlier run has: the files of the schema name it. */
async function makeTemplate(root: string, log: Log): Promise<string> {
  const template = `dhow_template_${schemaName()}`
  const client = new pg.Client({ connectionString: root })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7305220)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await client.query(`create database ${template}_making`)
      const making = await openDatabase({ url: withDatabase(root, `${template}_making`), log })
      await making.close()
      await client.query(`alter database ${template}_making rename to ${template}`)
    }
    return template
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
