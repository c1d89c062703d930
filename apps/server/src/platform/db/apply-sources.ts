import type { Kysely } from 'kysely'
import { named, run } from './run-sql.ts'
import { nameOf, type Source } from './read-schema.ts'
import type { Tables } from './tables.ts'

type Migrating = Kysely<Tables>

/**
 * Creates or replaces a function. With changed arguments PostgreSQL creates a second function: the old one stays for
 * servers of the previous version, which may still call it, and is dropped at the next change of the database.
 */
export async function applyFunction(tx: Migrating, { path, name, text }: Source) {
  await named(path, () => run(tx, text))
  const [made] = await run<{ signature: string }>(
    tx,
    `select p.oid::regprocedure::text as signature from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname || '.' || p.proname = $1 and p.xmin = pg_current_xact_id()::xid order by p.oid desc limit 1`,
    [name],
  )
  if (made === undefined) throw new Error(`database/${path} does not create the function ${name}`)
  await run(tx, 'update schema_function set is_superseded = true where path = $1 and signature <> $2', [
    path,
    made.signature,
  ])
  await run(
    tx,
    `insert into schema_function (signature, path) values ($1, $2)
     on conflict (signature) do update set path = excluded.path, is_superseded = false`,
    [made.signature, path],
  )
}

/** Drops the functions that the previous version left for still older servers. */
export async function dropSuperseded(tx: Migrating) {
  const left = await run<{ signature: string }>(
    tx,
    'delete from schema_function where is_superseded returning signature',
  )
  for (const { signature } of left) await run(tx, `drop function if exists ${signature}`)
}

/** Marks functions whose files are gone; they stay until the next change, for servers of the previous version. */
export async function supersedeMissing(tx: Migrating, paths: readonly string[]) {
  for (const path of paths) await run(tx, 'update schema_function set is_superseded = true where path = $1', [path])
}

/**
 * Drops all views made from files: a migration may change their tables, and a view cannot be replaced by one with other
 * columns.
 */
export async function dropViews(tx: Migrating, paths: Iterable<string>) {
  const names = [...paths].filter((path) => path.startsWith('views/')).map(nameOf)
  if (names.length > 0) await run(tx, `drop view if exists ${names.join(', ')}`)
}
