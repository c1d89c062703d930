import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { silentLog } from '@dhow/platform/log'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '../src/platform/db/migrate.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { openTestDatabase } from './engines.ts'

/** A later version: a copy of the database's folder with its own files. */
const log = silentLog
const ours = new URL('../database/', import.meta.url)
let folder: string
let opened: Awaited<ReturnType<typeof openTestDatabase>>
/** The database as its owner, who migrates. */
let owner: Kysely<Tables>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dhow-database-'))
  cpSync(fileURLToPath(ours), folder, { recursive: true })
  opened = await openTestDatabase(log)
  owner = opened.url
    ? new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: opened.url }) }) })
    : opened.db.kysely
  if (opened.url === undefined) await sql`set role none`.execute(owner)
})
afterEach(async () => {
  if (owner !== opened.db.kysely) await owner.destroy()
  await opened.drop()
  rmSync(folder, { recursive: true })
})

const put = (path: string, text: string) => writeFileSync(join(folder, path), text)
function upgrade() {
  const lock = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')) as { revision: number }
  put('lock.json', JSON.stringify({ ...lock, revision: lock.revision + 1 }))
  return migrate(owner, pathToFileURL(`${folder}/`), log)
}
const value = async (text: string) =>
  Object.values((await sql.raw<object>(`select ${text} as value`).execute(owner)).rows[0]!)[0] as unknown
const day = 'functions/limits/day.sql'
const dayText = readFileSync(new URL(day, ours), 'utf8')

it('applies a function again only when its file has changed', async () => {
  const made = () => value(`(select xmin::text from pg_proc where oid = 'limits.day'::regproc)`)
  const before = await made()
  await migrate(owner, ours, log)
  expect(await made()).toBe(before)
  put(day, `${dayText}\n-- Another sentence.\n`)
  await upgrade()
  expect(await made()).not.toBe(before)
})

it('keeps a function with former arguments for servers of the previous version, until the next change', async () => {
  const twins = () => value(`(select count(*)::int from pg_proc where proname = 'added')`)
  put(
    'functions/limits/added.sql',
    `create or replace function limits.added(a int) returns int language sql as 'select a'`,
  )
  await upgrade()
  put(
    'functions/limits/added.sql',
    `create or replace function limits.added(a int, b int) returns int language sql as 'select a + b'`,
  )
  await upgrade()
  expect(await twins()).toBe(2)
  expect(await value('limits.added(1)')).toBe(1)
  expect(await value('limits.added(1, 2)')).toBe(3)
  put('functions/limits/day.sql', `${dayText}\n-- Another sentence.\n`)
  await upgrade()
  expect(await twins()).toBe(1)
})

it('rolls everything back if one file fails, and names it', async () => {
  put('migrations/0900_new.sql', 'create table new_table (id int)')
  put(
    'functions/limits/broken.sql',
    'create or replace function limits.broken() returns nothing_known language sql as $$ select 1 $$',
  )
  await expect(upgrade()).rejects.toThrow('database/functions/limits/broken.sql')
  expect(await value(`to_regclass('public.new_table')`)).toBeNull()
  expect(await value(`(select count(*)::int from schema_migration where name = '0900_new.sql')`)).toBe(0)
})

it('recreates the views around a migration that changes their table', async () => {
  put('migrations/0900_wider.sql', 'alter table ledger.posting alter column reason type varchar(200)')
  await upgrade()
  expect(await value(`to_regclass('ledger.posting_beside_games') is not null`)).toBe(true)
})

it('builds an index concurrently, again after an interrupted start', async () => {
  put(
    'migrations/0900_reason.online.sql',
    `-- Outside of a transaction.
     drop index concurrently if exists ledger.posting_reason;
     create index concurrently posting_reason on ledger.posting (reason);\n`,
  )
  // An interrupted start leaves an invalid index, and no record of the migration.
  await sql.raw('create index posting_reason on ledger.posting (id)').execute(owner)
  await upgrade()
  expect(await value(`pg_get_indexdef('ledger.posting_reason'::regclass)`)).toContain('(reason)')
  expect(await value(`(select count(*)::int from schema_migration where name = '0900_reason.online.sql')`)).toBe(1)
  await upgrade()
})

it('does not change a database of a newer version', async () => {
  put('functions/limits/day.sql', `${dayText}\n-- Another sentence.\n`)
  await upgrade()
  const state = () => value(`(select string_agg(path || hash, ',' order by path) from schema_source)`)
  const newer = await state()
  await migrate(owner, ours, log)
  expect(await state()).toBe(newer)
})

it('refuses a database with a migration of another branch', async () => {
  await sql`insert into schema_migration (name) values ('0899_of_a_branch.sql')`.execute(owner)
  await expect(migrate(owner, ours, log)).rejects.toThrow('(0899_of_a_branch.sql)')
})

it('has a file for each migration that the lock names', () => {
  const { migrations } = JSON.parse(readFileSync(new URL('lock.json', ours), 'utf8')) as { migrations: object }
  const files = readdirSync(new URL('migrations/', ours)).map((name) => `migrations/${name}`)
  expect(Object.keys(migrations).toSorted()).toEqual(files.toSorted())
})
