import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Adds new movements of house accounts to their sums, in its own transaction unless one is passed. */
export async function rollUp(db: Db) {
  await sql`select ledger.roll_up()`.execute(db)
}
