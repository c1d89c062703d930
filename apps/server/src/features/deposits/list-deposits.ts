import type { DepositFamily } from '@dhow/contract/deposit-families'
import { formatDecimal } from '@dhow/contract/money'
import type { HistoryQuery } from '@dhow/contract/shapes'
import { sql } from 'kysely'
import { pageOfHistory } from '../../platform/pages.ts'
import { depositReply } from './deposit-replies.ts'
import { methods } from './methods.ts'
import type { DepositParts } from './parts.ts'
import { statesOf } from './rules.ts'
import { sumCreditedMinor } from './store.ts'

/** A player's deposits, newest first, with the period's totals. */
export async function listDeposits(
  parts: Pick<DepositParts, 'platform' | 'portal'>,
  playerId: string,
  query: HistoryQuery,
  family?: DepositFamily,
) {
  const { kysely } = parts.platform.db
  const states = query.state === undefined ? undefined : statesOf(query.state)
  const families = family === undefined ? methods.map((method) => method.family) : [family]
  const { rows, nextCursor } = await pageOfHistory(
    query,
    { at: sql`submitted_at`, prefix: 'dep', states },
    (condition, atMost) =>
      kysely
        .selectFrom('deposits.deposit')
        .selectAll()
        .where('player_id', '=', playerId)
        .$if(family !== undefined, (all) => all.where('family', 'in', families))
        .where(condition)
        .orderBy('id', 'desc')
        .limit(atMost)
        .execute(),
  )
  const isCounted = states === undefined || states.includes('approved')
  const sum = formatDecimal(isCounted ? await sumCreditedMinor(kysely, playerId, families, query) : 0n)
  return {
    data: rows.map((row) => depositReply(parts, row)),
    next_cursor: nextCursor,
    totals: { in: sum, out: '0.00', net: sum },
  }
}
