import type { Kysely } from 'kysely'
import { named, run } from './run-sql.ts'
import type { Tables } from './tables.ts'

/** Advisory lock of the online migrations, the same number on all servers. */
const lockKey = 7_305_220

/**
 * Runs migrations that cannot be in a transaction, such as `create index concurrently` on a large table, one statement
 * after the other. Each may be run again after an interrupted start. A second server polls for the lock instead of
 * waiting in one statement, because an index is built only once no older statement is running.
 */
export async function applyOnline(db: Kysely<Tables>, migrations: readonly { name: string; text: string }[]) {
  const isDue = async (one: Kysely<Tables>, name: string) =>
    (await run(one, 'select 1 from schema_migration where name = $1', [name])).length === 0
  for (const { name, text } of migrations) {
    if (!(await isDue(db, name))) continue
    await db.connection().execute(async (one) => {
      await takeTurn(one)
      try {
        if (!(await isDue(one, name))) return
        for (const statement of statementsOf(text)) await named(`migrations/${name}`, () => run(one, statement))
        await run(one, 'insert into schema_migration (name) values ($1)', [name])
      } finally {
        await run(one, 'select pg_advisory_unlock($1)', [lockKey])
      }
    })
  }
}

async function takeTurn(one: Kysely<Tables>) {
  for (;;) {
    const [turn] = await run<{ is_ours: boolean }>(one, 'select pg_try_advisory_lock($1) as is_ours', [lockKey])
    if (turn?.is_ours) return
    await run(one, 'select pg_sleep(0.2)')
  }
}

/** A statement ends at a semicolon at the end of a line. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
