import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** Postings up to an id, and the transaction from which on none can have one of these ids. */
interface Mark {
  posting: bigint
  transaction: bigint
}

/**
 * Finds up to which id all postings are there. An id is given out before its posting commits, and another one may commit earlier; but
 * once every transaction that was open at a mark has ended, nothing more comes below it. A posting locks its player first, so the transaction
 * has its number before the posting its id.
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
