import { sql } from 'kysely'
import type { StaffSession } from '../../platform/http/call.ts'
import { pageOf } from '../../platform/pages.ts'
import type { StatementParts } from './parts.ts'
import type { LineRow } from './tables.ts'
import { lineReplies, statementReply, lineReply } from './line-replies.ts'
import { countLines, readAccounts, readStatements } from './read-statements.ts'
import { bind } from '../../platform/bind.ts'

const page = 50

const waitingStates = ['waiting', 'awaiting_second_approval'] as const

/** Statements and their lines for staff. */
export function openLineReader(parts: StatementParts) {
  return bind(parts, {
    counts: countLines,
    accounts: readAccounts,
    statementReply,
    statements: readStatements,
    lineReply,
    lines: readLines,
  })
}

/** The queue: what waits oldest first, what is decided or searched for newest first. */
async function readLines(
  parts: StatementParts,
  query: {
    state?: string | undefined
    account?: string | undefined
    q?: string | undefined
    cursor?: string | undefined
  },
  by: StaffSession,
) {
  const {
    platform: {
      db: { kysely },
    },
  } = parts
  const state = query.state ?? 'open'
  let listed = kysely.selectFrom('statements.line as line').selectAll('line')
  if (query.account) listed = listed.where('line.account', '=', query.account)
  const isQueue = !query.q && ['open', 'exact', 'by_hand', 'outgoing', 'awaiting_second_approval'].includes(state)
  if (query.q) {
    const like = `%${query.q.replace(/[\\%_]/g, '\\$&')}%`
    listed = listed.where((eb) =>
      eb.or([
        eb('line.id', '=', query.q!),
        eb('line.payment_id', '=', query.q!),
        eb('line.bank_id', '=', query.q!),
        eb('line.reference', 'ilike', like),
        eb('line.text', 'ilike', like),
      ]),
    )
  } else if (isQueue) {
    const hasExact = sql<boolean>`exists (select from statements.match match where match.line_id = line.id and match.exact)`
    listed = listed.where(
      'line.state',
      'in',
      state === 'awaiting_second_approval' ? ['awaiting_second_approval'] : [...waitingStates],
    )
    listed = listed.where('line.amount_minor', state === 'outgoing' ? '<' : '>', 0n)
    if (state === 'exact') listed = listed.where(hasExact)
    if (state === 'by_hand') listed = listed.where('line.state', '=', 'waiting').where((eb) => eb.not(hasExact))
  } else {
    listed = listed.where('line.state', '=', state as LineRow['state'])
  }
  if (query.cursor) listed = listed.where('line.id', isQueue ? '>' : '<', query.cursor)
  const { rows, nextCursor } = pageOf(
    (await listed
      .orderBy('line.id', isQueue ? 'asc' : 'desc')
      .limit(page + 1)
      .execute()) as LineRow[],
    page,
  )
  return { lines: await lineReplies(parts, rows, by), next_cursor: nextCursor, counts: await countLines(parts) }
}
