import { readdir, readFile } from 'node:fs/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Any number that all servers agree on: the advisory lock of migrations. */
const lockKey = 7_305_219

/**
 * Brings the schema to the newest migration of the folder, each file once, forward only. Two servers that start at once do
 * not race: the second waits at the lock and then finds everything done.
 */
export async function migrate(
  db: Kysely<Tables>,
  folder: URL,
  runFile: (db: Kysely<Tables>, text: string) => Promise<void>,
) {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  await db.transaction().execute(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('select pg_advisory_xact_lock($1)', [lockKey]))
    await tx.executeQuery(
      CompiledQuery.raw(
        'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
      ),
    )
    const rows = await tx.selectFrom('schema_migration').select('name').execute()
    const applied = new Set(rows.map((row) => row.name))
    for (const name of names) {
      if (applied.has(name)) continue
      await runFile(tx, await readFile(new URL(name, folder), 'utf8'))
      await tx.executeQuery(CompiledQuery.raw('insert into schema_migration (name) values ($1)', [name]))
    }
  })
}
