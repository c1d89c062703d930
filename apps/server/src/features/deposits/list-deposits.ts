import type { DepositFamily } from '@dhow/contract/deposit-families'
import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { idsWithin, pageOf, period } from '../../platform/pages.ts'
import { depositReply } from './deposit-replies.ts'
import { methods } from './methods.ts'
import type { DepositParts } from './parts.ts'
import { statesOf } from './rules.ts'
import { creditedMinorOf } from './store.ts'

/** A player's deposits, newest first, with the period's totals. */
export async function listDeposits(
  parts: Pick<DepositParts, 'platform' | 'portal'>,
  playerId: string,
  query: HistoryQuery,
  family?: DepositFamily,
) {
  const { db } = parts.platform
  const limit = query.limit ?? 20
  const { from, until } = period(query)
  let filtered = db.kysely.selectFrom('deposits.deposit').where('player_id', '=', playerId)
  if (family !== undefined) filtered = filtered.where('family', '=', family)
  const states = query.state === undefined ? undefined : statesOf(query.state)
  if (states) filtered = filtered.where((eb) => (states.length > 0 ? eb('state', 'in', states) : eb.lit(false)))
  const { first, end } = idsWithin('dep', { from, until })
  if (from && first) filtered = filtered.where('submitted_at', '>=', from).where('id', '>=', first)
  if (until && end) filtered = filtered.where('submitted_at', '<', until).where('id', '<', end)
  const isCounted = states === undefined || states.includes('approved')
  const families = family === undefined ? methods.map((method) => method.family) : [family]
  const creditedMinor = isCounted ? await creditedMinorOf(db.kysely, playerId, families, query) : 0n
  let paged = filtered
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (query.cursor !== undefined) paged = paged.where('id', '<', query.cursor)
  const { rows, nextCursor } = pageOf(await paged.execute(), limit)
  const sum = formatDecimal(creditedMinor)
  return {
    data: rows.map((row) => depositReply(parts, row)),
    next_cursor: nextCursor,
    totals: { in: sum, out: '0.00', net: sum },
  }
}
