import type { Db } from '../../platform/db/index.ts'
import { pageOf, type CursorPage } from '../../platform/pages.ts'

/** One-time codes sent to a number, newest first: purpose and times. Neither the code nor its hash is read. */
export async function listSentCodes(db: Db, mobile: string, { limit, cursor }: CursorPage) {
  let query = db
    .selectFrom('accounts.one_time_code')
    .select(['id', 'type as purpose', 'sent_at', 'expires_at', 'used_at'])
    .where('mobile', '=', mobile)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), limit)
  return { data: rows, next_cursor: nextCursor }
}
