import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Ids of existing postings by their keys. */
export async function postingsOf(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: bigint }>`
    select key, id from ledger.postings where key = any(${keys}::text[])`.execute(db)
  return new Map(rows.map(({ key, id }) => [key, String(id)]))
}
