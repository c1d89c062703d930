import { isOneOf } from '@dhow/contract/records'
import { pageOf } from '../../platform/pages.ts'
import type { WithdrawalParts } from './parts.ts'
import { openStates, statesOf } from './rules.ts'
import { staffReplies } from './staff-replies.ts'

const queuePage = 50

/** The operators' queue: undecided withdrawals oldest first, decided ones and search results newest first. */
export async function listQueue(
  parts: WithdrawalParts,
  query: { state?: string | undefined; q?: string | undefined; cursor?: string | undefined },
) {
  const states = !query.state || query.state === 'open' ? [...openStates] : statesOf(query.state)
  let listed = parts.platform.db.kysely
    .selectFrom('withdrawals.withdrawal')
    .innerJoin('accounts.player_card', 'accounts.player_card.id', 'withdrawals.withdrawal.player_id')
    .selectAll('withdrawals.withdrawal')
  const { q } = query
  if (q) {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    listed = listed.where((eb) =>
      eb.or([
        eb('withdrawals.withdrawal.payment_reference', 'ilike', like),
        eb('accounts.player_card.player_name', 'ilike', like),
        eb('accounts.player_card.mobile', 'like', like),
        eb('withdrawals.withdrawal.id', '=', q),
        eb('withdrawals.withdrawal.pay_code', '=', q.toUpperCase()),
      ]),
    )
  } else {
    listed = listed.where((eb) =>
      states.length > 0 ? eb('withdrawals.withdrawal.state', 'in', states) : eb.lit(false),
    )
  }
  const oldestFirst = !query.q && states.every((state) => isOneOf(openStates, state))
  if (query.cursor) listed = listed.where('withdrawals.withdrawal.id', oldestFirst ? '>' : '<', query.cursor)
  const { rows, nextCursor } = pageOf(
    await listed
      .orderBy('withdrawals.withdrawal.id', oldestFirst ? 'asc' : 'desc')
      .limit(queuePage + 1)
      .execute(),
    queuePage,
  )
  return { withdrawals: await staffReplies(parts, rows), next_cursor: nextCursor, counts: await countStates(parts) }
}

/** Number of withdrawals by state: open ones, and those changed within a day. */
async function countStates({ platform: { db, clock } }: WithdrawalParts): Promise<Record<string, number>> {
  const counted = await db.kysely
    .selectFrom('withdrawals.withdrawal')
    .select((eb) => ['state', eb.fn.countAll<bigint>().as('count')])
    .where((eb) =>
      eb.or([eb('state', 'in', [...openStates]), eb('updated_at', '>', new Date(clock.now().getTime() - 86_400_000))]),
    )
    .groupBy('state')
    .execute()
  const counts: Record<string, number> = Object.fromEntries(counted.map((row) => [row.state, Number(row.count)]))
  counts['open'] = openStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
  return counts
}
