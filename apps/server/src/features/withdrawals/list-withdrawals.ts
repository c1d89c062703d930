import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { idsWithin, pageOf, period } from '../../platform/pages.ts'
import type { WithdrawalParts } from './parts.ts'
import { accountsOf } from './payout-accounts.ts'
import { statesOf } from './rules.ts'
import { paidMinorOf } from './store.ts'
import { replyWith } from './withdrawal-reply.ts'

/** A player's withdrawals, newest first, with the period's totals. */
export async function listWithdrawals(parts: WithdrawalParts, playerId: string, query: HistoryQuery) {
  const { db } = parts.platform
  const limit = query.limit ?? 20
  const { from, until } = period(query)
  let filtered = db.kysely.selectFrom('withdrawals.withdrawal').where('player_id', '=', playerId)
  const states = query.state === undefined ? undefined : statesOf(query.state)
  if (states) filtered = filtered.where((eb) => (states.length > 0 ? eb('state', 'in', states) : eb.lit(false)))
  const { first, end } = idsWithin('wd', { from, until })
  if (from && first) filtered = filtered.where('requested_at', '>=', from).where('id', '>=', first)
  if (until && end) filtered = filtered.where('requested_at', '<', until).where('id', '<', end)
  const isCounted = states === undefined || states.includes('paid')
  let paged = filtered
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (query.cursor !== undefined) paged = paged.where('id', '<', query.cursor)
  const { rows, nextCursor } = pageOf(await paged.execute(), limit)
  const accountOf = await accountsOf(parts, rows)
  const outMinor = isCounted ? await paidMinorOf(db.kysely, playerId, query) : 0n
  return {
    data: rows.map((row) => replyWith(parts, row, accountOf(row))),
    next_cursor: nextCursor,
    totals: { in: '0.00', out: formatDecimal(outMinor), net: formatDecimal(-outMinor) },
  }
}
