import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Adds what the house's accounts moved since the last time to their sums, in a transaction of its own unless one is given. */
export async function rollUp(db: Db) {
  await sql`select ledger.roll_up()`.execute(db)
}
