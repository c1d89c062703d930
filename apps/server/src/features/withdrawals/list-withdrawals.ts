import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { pageOfHistory } from '../../platform/pages.ts'
import type { WithdrawalParts } from './parts.ts'
import { accountsOf } from './payout-accounts.ts'
import { statesOf } from './rules.ts'
import { sumPaidMinor } from './store.ts'
import { replyWith } from './withdrawal-reply.ts'

/** A player's withdrawals, newest first, with the period's totals. */
export async function listWithdrawals(parts: WithdrawalParts, playerId: string, query: HistoryQuery) {
  const { kysely } = parts.platform.db
  const states = query.state === undefined ? undefined : statesOf(query.state)
  const { rows, nextCursor } = await pageOfHistory(
    query,
    { at: sql`requested_at`, prefix: 'wd', states },
    (condition, atMost) =>
      kysely
        .selectFrom('withdrawals.withdrawal')
        .selectAll()
        .where('player_id', '=', playerId)
        .where(condition)
        .orderBy('id', 'desc')
        .limit(atMost)
        .execute(),
  )
  const accountOf = await accountsOf(parts, rows)
  const isCounted = states === undefined || states.includes('paid')
  const outMinor = isCounted ? await sumPaidMinor(kysely, playerId, query) : 0n
  return {
    data: rows.map((row) => replyWith(parts, row, accountOf(row))),
    next_cursor: nextCursor,
    totals: { in: '0.00', out: formatDecimal(outMinor), net: formatDecimal(-outMinor) },
  }
}
