import type { Kysely } from 'kysely'
import { named, run } from './run-sql.ts'
import type { Tables } from './tables.ts'

/** Any number that all servers agree on: the lock of the migrations that run beside the work of other servers. */
const lockKey = 7_305_220

/**
 * Runs migrations that no transaction can hold, such as an index on a large table that is built while others write it: one statement after the
 * other, each of which may be run again after a start that was broken off. A second server waits for them between statements of its own, because an index
 * is built only once no older statement is under way.
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

/** A statement ends at a semicolon at the end of its line. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
