import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import pg from 'pg'
import { openDatabase, type Database } from '../src/platform/db/index.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { pgliteDialect } from '../src/platform/db/pglite-dialect.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import type { Log } from '../src/platform/log.ts'

export type TestEngine = 'postgres' | 'pglite'

/** Which engine the suite runs on now. */
export const testEngine: TestEngine = process.env['DHOW_TEST_PG'] ? 'postgres' : 'pglite'

const migrations = new URL('../migrations/', import.meta.url)
const enginePackage = new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url)
const cache = new URL('../../../.cache/test/', import.meta.url)

/**
 * A migrated database of its own for one world: on PostgreSQL a copy of a template that the first world makes, on the embedded engine
 * one in memory that begins as such a template.
 */
export async function openTestDatabase(
  log: Log,
  engine: TestEngine = testEngine,
): Promise<{ db: Database; url: string | undefined; drop(): Promise<void> }> {
  if (engine === 'pglite') {
    const db = await openDatabase({ dump: await migratedDump(), log })
    return { db, url: undefined, drop: () => db.close() }
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
    await admin.query(`create database ${name} template ${template}`)
  } finally {
    await admin.end()
  }
  const url = withDatabase(root, name)
  const db = await openDatabase({ url, log })
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
let dump: Promise<Blob> | undefined

/** The folder of a migrated embedded database, made once for a schema: a world that makes its own waits two seconds for it. */
const migratedDump = () => (dump ??= readOrMakeDump())

async function readOrMakeDump(): Promise<Blob> {
  const { version } = JSON.parse(readFileSync(enginePackage, 'utf8')) as { version: string }
  const path = new URL(`embedded-${version}-${schemaName()}.tar`, cache)
  if (existsSync(path)) return new Blob([readFileSync(path)])
  const lite = await PGlite.create()
  const kysely = new Kysely<Tables>({ dialect: pgliteDialect(lite) })
  await migrate(kysely, migrations, async (_db, text) => void (await lite.exec(text)))
  const made = await lite.dumpDataDir('none')
  await lite.close()
  mkdirSync(cache, { recursive: true })
  // Under a name of its own until it is whole: the other worker may be making the same one.
  const making = new URL(`${path.href}.${process.pid}`)
  writeFileSync(making, Buffer.from(await made.arrayBuffer()))
  renameSync(making, path)
  return made
}

/** Names the schema by its content, so that a changed migration makes a new template. */
function schemaName(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(migrations).sort()) hash.update(name).update(readFileSync(new URL(name, migrations)))
  return hash.digest('hex').slice(0, 12)
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
