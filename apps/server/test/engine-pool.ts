import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import type { Log } from '@dhow/platform/log'
import { openEngine } from '../src/platform/db/embedded.ts'
import { openDatabase } from '../src/platform/db/index.ts'
import { schemaName } from './schema-name.ts'

const enginePackage = new URL('../../../node_modules/@electric-sql/pglite/package.json', import.meta.url)
const cache = new URL('../../../.cache/test/', import.meta.url)

/** Unused engines of this process, each as after the migrations. */
const free: BorrowedEngine[] = []
interface BorrowedEngine {
  engine: PGlite
  giveBack(): Promise<void>
}

/** Borrows an engine: opening one takes a second of processor time, emptying one a twentieth, so worlds reuse them. */
export async function borrowEngine(log: Log): Promise<BorrowedEngine> {
  const idle = free.pop()
  if (idle) return idle
  const engine = await openEngine({ loadDataDir: await migratedDump(log) })
  const [begin, schema] = [await seeds(engine), await schemaOf(engine)]
  const borrowed = {
    engine,
    async giveBack() {
      await engine.exec('set role none')
      // Close an engine whose schema a test has changed, including disabled triggers.
      if ((await schemaOf(engine)) !== schema) return engine.close()
      await empty(engine, begin)
      free.push(borrowed)
    },
  }
  return borrowed
}

const ours = `not in ('pg_catalog', 'information_schema')`
const tablesOf = async (engine: PGlite) =>
  (
    await engine.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname ${ours}`,
    )
  ).rows.map(({ name }) => name)

async function filledTables(engine: PGlite): Promise<string[]> {
  const looks = (await tablesOf(engine)).map((name) => `select '${name}' as name where exists (select from ${name})`)
  return (await engine.query<{ name: string }>(looks.join(' union all '))).rows.map(({ name }) => name)
}

/** Rows that the migrations themselves insert, as JSON. */
async function seeds(engine: PGlite): Promise<Map<string, string>> {
  const rows = new Map<string, string>()
  for (const name of await filledTables(engine)) {
    const { rows: found } = await engine.query<{ all: string }>(`select json_agg(t)::text as all from ${name} t`)
    rows.set(name, found[0]!.all)
  }
  return rows
}

/** Everything in it except rows and what rows change. */
export async function schemaOf(engine: PGlite): Promise<string> {
  const { rows } = await engine.query<{ schema: string }>(`
    with home as (select oid from pg_namespace where nspname ${ours} and nspname not like 'pg\\_%'),
      own as (select oid, relname, relkind, relrowsecurity from pg_class where relnamespace in (select oid from home)),
      parts as (
        select own::text as part from own
        -- A default that a migration added is written in the session's time zone.
        union all select (to_jsonb(a) - 'attmissingval')::text from pg_attribute a join own on own.oid = a.attrelid and relkind = 'r'
        union all select c::text from pg_constraint c join own on own.oid = c.conrelid
        union all select t::text from pg_trigger t join own on own.oid = t.tgrelid
        union all select d::text from pg_attrdef d join own on own.oid = d.adrelid
        union all select p::text from pg_proc p where pronamespace in (select oid from home)
        union all select n.oid || nspname from pg_namespace n)
    select md5(string_agg(part, ',' order by part)) as schema from parts`)
  return rows[0]!.schema
}

async function empty(engine: PGlite, begin: Map<string, string>): Promise<void> {
  await engine.exec('set session_replication_role = replica')
  for (const name of await filledTables(engine)) {
    const { rows } = await engine.query<{ large: boolean }>(`select pg_table_size('${name}') > 262144 as large`)
    // Truncating a table costs fifty times a few deletes; their dead rows make a table large in the end.
    await engine.exec(rows[0]!.large ? `truncate ${name} cascade` : `delete from ${name}`)
  }
  for (const [name, rows] of begin)
    await engine.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1)`, [rows])
  const { rows: used } = await engine.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where last_value is not null`,
  )
  for (const { name } of used) await engine.exec(`alter sequence ${name} restart`)
  await engine.exec('discard all')
}

let dump: Promise<Blob> | undefined

/** Folder of a migrated embedded database, made once per schema: making one takes two seconds per world. */
const migratedDump = (log: Log) => (dump ??= readOrMakeDump(log))

async function readOrMakeDump(log: Log): Promise<Blob> {
  const { version } = JSON.parse(readFileSync(enginePackage, 'utf8')) as { version: string }
  const path = new URL(`embedded-${version}-${schemaName()}.tar`, cache)
  if (existsSync(path)) return new Blob([readFileSync(path)])
  const engine = await openEngine({})
  await (await openDatabase({ engine, log })).close()
  const made = await engine.dumpDataDir('none')
  await engine.close()
  mkdirSync(cache, { recursive: true })
  // Written under a temporary name until complete: another worker may be making the same one.
  const making = new URL(`${path.href}.${process.pid}`)
  writeFileSync(making, Buffer.from(await made.arrayBuffer()))
  renameSync(making, path)
  return made
}
