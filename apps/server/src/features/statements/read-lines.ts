import { sql } from 'kysely'
import type { StaffSession } from '../../platform/http/call.ts'
import { isOneOf } from '@dhow/contract/records'
import { pageOf } from '../../platform/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lineReplies } from './line-replies.ts'
import type { StatementParts } from './parts.ts'
import { countLines } from './read-statements.ts'
import { findLine } from './store.ts'
import { lineStates, undecidedStates, type LineRow } from './tables.ts'

const page = 50

/** Queues of undecided lines. */
const queues = ['open', 'exact', 'by_hand', 'outgoing', 'awaiting_second_approval'] as const

/** @throws Refusal `not_found` */
export async function readLine({ platform: { db } }: StatementParts, lineId: string): Promise<LineRow> {
  const row = await findLine(db.kysely, lineId)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Lines of a queue, oldest first; decided ones and search results newest first. */
export async function readLines(
  parts: StatementParts,
  query: {
    state?: string | undefined
    account?: string | undefined
    q?: string | undefined
    cursor?: string | undefined
  },
  by: StaffSession,
) {
  const { kysely } = parts.platform.db
  const state = query.state ?? 'open'
  let listed = kysely.selectFrom('statements.line as line').selectAll('line')
  if (query.account) listed = listed.where('line.account', '=', query.account)
  const isQueue = !query.q && isOneOf(queues, state)
  const { q } = query
  if (q) {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    listed = listed.where((eb) =>
      eb.or([
        eb('line.id', '=', q),
        eb('line.payment_id', '=', q),
        eb('line.bank_id', '=', q),
        eb('line.reference', 'ilike', like),
        eb('line.text', 'ilike', like),
      ]),
    )
  } else if (isQueue) {
    const hasExact = sql<boolean>`exists (select from statements.match match where match.line_id = line.id and match.exact)`
    listed = listed.where(
      'line.state',
      'in',
      state === 'awaiting_second_approval' ? ['awaiting_second_approval'] : [...undecidedStates],
    )
    listed = listed.where('line.amount_minor', state === 'outgoing' ? '<' : '>', 0n)
    if (state === 'exact') listed = listed.where(hasExact)
    if (state === 'by_hand') listed = listed.where('line.state', '=', 'waiting').where((eb) => eb.not(hasExact))
  } else {
    listed = listed.where((eb) => (isOneOf(lineStates, state) ? eb('line.state', '=', state) : eb.lit(false)))
  }
  if (query.cursor) listed = listed.where('line.id', isQueue ? '>' : '<', query.cursor)
  const { rows, nextCursor } = pageOf(
    await listed
      .orderBy('line.id', isQueue ? 'asc' : 'desc')
      .limit(page + 1)
      .execute(),
    page,
  )
  return { lines: await lineReplies(parts, rows, by), next_cursor: nextCursor, counts: await countLines(parts) }
}
