import { sql } from 'kysely'
import type { Database, Tx } from '../src/platform/db/index.ts'

/**
 * Runs work in one transaction as the owner of the database, who may forge the ledger, change tables and see what other
 * sessions wait for.
 */
export function asOwner<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await sql`set local role none`.execute(tx)
    return work(tx)
  })
}
