import { errorCode, errorMessage } from '@dhow/platform/error-code'
import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { OperatorError } from '@dhow/platform/process'
import type { Log } from '@dhow/platform/log'
import { applyOnline } from './apply-online.ts'
import { applyFunction, dropViews, dropSuperseded, supersedeMissing } from './apply-sources.ts'
import { named, run } from './run-sql.ts'
import { readSchema, type Schema, type Source } from './read-schema.ts'
import type { Tables } from './tables.ts'
import { findTakeover, isBaselineMigration } from './take-over.ts'
import { required } from '../required.ts'

/** Advisory lock of migrations, the same number on all servers. */
const lockKey = 7_305_219

type Migrating = Kysely<Tables>

/**
 * Brings the database to the state that the files of `folder` describe: each migration once, forward only, and each
 * function and view again when its file has changed. All but the migrations named `.online.sql` run in one transaction
 * under one lock, so two servers can start at once: the second waits and then finds everything done. A server older
 * than the database changes nothing.
 * @throws OperatorError for a database that was made neither by this server's migrations nor by a version that it can
 * take over
 */
export async function migrate(db: Kysely<Tables>, folder: URL, log: Log) {
  const schema = await readSchema(folder)
  const isNewer = await db
    .transaction()
    .execute(async (tx) => {
      await run(tx, 'select pg_advisory_xact_lock($1)', [lockKey])
      const state = await readState(tx)
      if (state.revision !== undefined && state.revision > schema.revision) {
        log.warn({ ours: schema.revision, database: state.revision }, 'the database is newer than this server')
        return true
      }
      if (state.revision === undefined) await begin(tx, folder, schema, state)
      await apply(tx, schema)
      return false
    })
    .catch(refuseWithoutRights)
  if (!isNewer) await applyOnline(db, schema.online).catch(refuseWithoutRights)
}

const insufficientPrivilege = '42501'

/** Explains that the database user lacks the rights to change the schema. */
function refuseWithoutRights(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined
  if (![errorCode(error), errorCode(cause)].includes(insufficientPrivilege)) throw error
  throw new OperatorError(
    `This version has to change the database, and the database's user may not (${errorMessage(error)}). Set DATABASE_OWNER_URL to a user who owns the database. ` +
      `A user who may not create roles needs them beforehand, from a superuser: ` +
      `create role dhow_ledger nologin; create role dhow_app nologin; grant dhow_ledger, dhow_app to <user>;`,
    { cause: error },
  )
}

interface State {
  /** Names of the migrations that have run. */
  applied: Set<string>
  /** Revision of the last server that changed the database; undefined if it is empty or older than revisions. */
  revision: number | undefined
}

async function readState(tx: Migrating): Promise<State> {
  const [known] = await run<{ migrations: boolean; state: boolean }>(
    tx,
    `select to_regclass('public.schema_migration') is not null as migrations, to_regclass('public.schema_state') is not null as state`,
  )
  const { migrations, state: hasState } = required(known, 'the row about the migrator’s tables')
  const names = migrations ? await run<{ name: string }>(tx, 'select name from schema_migration') : []
  const [state] = hasState ? await run<{ revision: number }>(tx, 'select revision from schema_state') : []
  return { applied: new Set(names.map(({ name }) => name)), revision: state?.revision }
}

/** Makes the migrator's own tables, in an empty database or one of version 0.1.0. */
async function begin(tx: Migrating, folder: URL, schema: Schema, { applied }: State) {
  const takeover = applied.size === 0 ? undefined : await findTakeover(folder, applied)
  if (applied.size > 0 && takeover === undefined)
    throw new OperatorError(
      `This database was made by a version before 0.1.0 or by another branch (its last migration is ${[...applied].sort().at(-1)}). ` +
        `Start version 0.1.0 on it once, then this one.`,
    )
  await run(
    tx,
    `create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now());
     create table schema_source (path text primary key, hash text not null, applied_at timestamptz not null default now());
     create table schema_function (signature text primary key, path text not null, is_superseded boolean not null default false);
     create table schema_state (one boolean primary key default true check (one), revision integer not null);
     insert into schema_state (revision) values (0)`,
  )
  if (takeover === undefined) return run(tx, await readFile(new URL('baseline-functions.sql', folder), 'utf8'))
  await run(tx, takeover)
  await run(tx, 'delete from schema_migration')
  for (const { name } of schema.migrations) if (isBaselineMigration(name)) await record(tx, name)
}

async function apply(tx: Migrating, { revision, migrations, online, sources }: Schema) {
  const { applied } = await readState(tx)
  const known = new Set([...migrations, ...online].map(({ name }) => name))
  const foreign = [...applied].filter((name) => !known.has(name))
  if (foreign.length > 0)
    throw new OperatorError(
      `This database has migrations that this version does not know (${foreign.sort().join(', ')}): it was made by another branch. ` +
        `Start the version that made it, or set DATABASE_URL or DATA_DIR to another database.`,
    )
  const due = migrations.filter(({ name }) => !applied.has(name))
  const before = new Map(
    (await run<{ path: string; hash: string }>(tx, 'select path, hash from schema_source')).map(({ path, hash }) => [
      path,
      hash,
    ]),
  )
  const isChanged = ({ path, hash }: Source) => before.get(path) !== hash
  const gone = [...before.keys()].filter((path) => !sources.some((source) => source.path === path))
  const changed = sources.filter(isChanged)
  // A dump is restored without owners and grants: grant them again.
  const isGuarded = await ownsLedger(tx)
  if (due.length === 0 && changed.length === 0 && gone.length === 0 && isGuarded) return

  // A function may use objects that are created after it; the tests check each body.
  await run(tx, 'set local check_function_bodies = off')
  const views = sources.filter(({ kind }) => kind === 'view')
  const rights = (path: string) =>
    required(
      sources.find((source) => source.path === path),
      path,
    )
  const [roles, grants] = [rights('roles.sql'), rights('grants.sql')]
  await named(roles.path, () => run(tx, roles.text))
  const remakesViews =
    due.length > 0 || [...gone, ...changed.map(({ path }) => path)].some((path) => path.startsWith('views/'))
  if (remakesViews) await dropViews(tx, before.keys())
  await dropSuperseded(tx)
  for (const { name, text } of due) {
    await named(`migrations/${name}`, () => run(tx, text))
    await record(tx, name)
  }
  for (const source of changed.filter(({ kind }) => kind === 'function')) await applyFunction(tx, source)
  if (remakesViews) for (const { path, text } of views) await named(path, () => run(tx, text))
  await supersedeMissing(tx, gone)
  await named(grants.path, () => run(tx, grants.text))

  for (const path of gone) await run(tx, 'delete from schema_source where path = $1', [path])
  for (const { path, hash } of changed)
    await run(
      tx,
      'insert into schema_source (path, hash) values ($1, $2) on conflict (path) do update set hash = excluded.hash, applied_at = now()',
      [path, hash],
    )
  await run(tx, 'update schema_state set revision = $1', [revision])
}

async function ownsLedger(tx: Migrating): Promise<boolean> {
  const [found] = await run<{ owns: boolean }>(
    tx,
    `select exists (select from pg_namespace join pg_roles on pg_roles.oid = nspowner where nspname = 'ledger' and rolname = 'dhow_ledger') as owns`,
  )
  return required(found, 'the row about the owner of the ledger').owns
}

const record = (tx: Migrating, name: string) => run(tx, 'insert into schema_migration (name) values ($1)', [name])
