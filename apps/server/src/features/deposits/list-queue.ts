import { sql } from 'kysely'
import { isOneOf } from '@dhow/contract/records'
import { pageOf } from '../../platform/pages.ts'
import type { DepositParts } from './parts.ts'
import { countByState, findIds } from './queue-store.ts'
import { openStates, statesOf, waitingStates } from './rules.ts'
import { staffReplies } from './deposit-replies.ts'

const queuePage = 50

/** The operators' queue: undecided deposits oldest first, decided ones and search results newest first. */
export async function listQueue(
  parts: DepositParts,
  query: { state?: string | undefined; q?: string | undefined; cursor?: string | undefined },
) {
  const { db, clock } = parts.platform
  const counts = await countByState(db.kysely, new Date(clock.now().getTime() - 86_400_000))
  const states = !query.state || query.state === 'open' ? waitingStates : statesOf(query.state)
  let listed = db.kysely.selectFrom('deposits.deposit').selectAll()
  if (query.q) {
    const ids = await findIds(db.kysely, query.q, query.cursor, queuePage + 1)
    listed = listed.where('id', 'in', ids.length > 0 ? ids : [''])
  } else {
    // Literals, so that the planner can use the partial index over open deposits.
    const some = sql.join(states.map((state) => sql.lit(state)))
    listed = listed.where(states.length > 0 ? sql<boolean>`state in (${some})` : sql<boolean>`false`)
  }
  const oldestFirst = !query.q && states.every((state) => isOneOf(openStates, state))
  if (query.cursor && !query.q) listed = listed.where('id', oldestFirst ? '>' : '<', query.cursor)
  const { rows, nextCursor } = pageOf(
    await listed
      .orderBy('id', oldestFirst ? 'asc' : 'desc')
      .limit(queuePage + 1)
      .execute(),
    queuePage,
  )
  return { deposits: await staffReplies(parts, rows), next_cursor: nextCursor, counts }
}
