import pg from 'pg'
import type { Log } from '@dhow/platform/log'
import { openDatabase, type Database } from '../src/platform/db/index.ts'
import { borrowDatabase } from './database-pool.ts'
import { borrowEngine } from './engine-pool.ts'
import { withOneConnection } from './one-connection.ts'
import { schemaName } from './schema-name.ts'

export type TestEngine = 'postgres' | 'pglite'

/** Engine of this run. */
export const testEngine: TestEngine = process.env['DHOW_TEST_PG'] ? 'postgres' : 'pglite'

/**
 * A migrated database of its own for one world: on PostgreSQL a copy of a template that the first world makes, on the embedded engine
 * one in memory. The next world has it, emptied, unless somebody else was given its address meanwhile, or it was changed in more than its rows.
 */
export async function openTestDatabase(
  log: Log,
  engine: TestEngine = testEngine,
): Promise<{ db: Database; url: string | undefined; ownUrl: string | undefined; drop(): Promise<void> }> {
  if (engine === 'pglite') {
    const borrowed = await borrowEngine(log)
    const db = await openDatabase({ engine: borrowed.engine, log })
    return {
      db,
      url: undefined,
      ownUrl: undefined,
      async drop() {
        await db.close()
        await borrowed.giveBack()
      },
    }
  }
  const { url, connections, giveBack } = await borrowDatabase(log, () => copyTemplate(log))
  let isOnlyOurs = true
  let isOpen = true
  const opened = withOneConnection(await openDatabase({ url, connections, log }))
  const whileOpen =
    (run: Database['prepared']): Database['prepared'] =>
    (...statement) => {
      if (!isOpen) throw new Error('the world of this statement is closed')
      return run(...statement)
    }
  const db = { ...opened, prepared: whileOpen(opened.prepared), serial: whileOpen(opened.serial) }
  return {
    db,
    /** Its address for somebody else, who may do anything to it. */
    get url() {
      isOnlyOurs = false
      return url
    },
    ownUrl: url,
    async drop() {
      isOpen = false
      await db.close()
      await giveBack(isOnlyOurs)
    },
  }
}

/** A database of its own, as the migrations leave one: a copy of a template that the first one makes. */
async function copyTemplate(log: Log) {
  const root = process.env['DHOW_TEST_PG']!
  const template = `dhow_template_${schemaName()}`
  const name = `dhow_world_${process.pid}_${++worlds}`
  const ask = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: root })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  await ask(async (admin) => {
    await admin.query('select pg_advisory_lock(7305220)')
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await admin.query(`create database ${template}_making`)
      const making = await openDatabase({ url: withDatabase(root, `${template}_making`), log })
      await making.close()
      await admin.query(`alter database ${template}_making rename to ${template}`)
    }
    await admin.query(`create database ${name} template ${template}`)
  })
  return {
    url: withDatabase(root, name),
    drop: () => ask((client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

let worlds = 0

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
