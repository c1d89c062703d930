import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** A posting id, and the transaction id from which on no transaction can use smaller posting ids. */
interface Mark {
  posting: bigint
  transaction: bigint
}

/**
 * Finds the id up to which all postings are committed. An id is assigned before its posting commits, and a later one
 * may commit first; but once every transaction open at a mark has ended, no smaller id can appear. A posting locks its
 * player first, so a transaction has its number before its posting's id.
 */
export function openSettledPostings(db: Db) {
  let mark: Mark | undefined
  let settledTo = 0n
  return async (): Promise<bigint> => {
    mark ??= await markOf(db)
    const { rows } = await sql<{ oldest: bigint }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest`.execute(db)
    const [now] = rows
    if (now !== undefined && now.oldest >= mark.transaction) {
      settledTo = mark.posting
      mark = undefined
    }
    return settledTo
  }
}

async function markOf(db: Db): Promise<Mark> {
  const { rows } = await sql<Mark>`
    select coalesce(max(id), 0) as posting, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as transaction from ledger.postings`.execute(
    db,
  )
  return rows[0] ?? { posting: 0n, transaction: 0n }
}
