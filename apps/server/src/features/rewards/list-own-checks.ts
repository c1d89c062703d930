import { formatDecimal } from '@dhow/contract/money'
import { pageOf, type CursorPage } from '../../platform/pages.ts'
import type { RewardParts } from './parts.ts'

/**
 * Checks of a player's own rewards, newest first: kind, amount, state and times. Signals, points and the operator's
 * note are for operators.
 */
export async function listOwnChecks(
  { platform: { db } }: Pick<RewardParts, 'platform'>,
  playerId: string,
  { limit, cursor }: CursorPage,
) {
  let query = db.kysely
    .selectFrom('rewards.reward_check')
    .select(['id', 'kind', 'currency', 'amount_minor', 'state', 'created_at', 'decided_at'])
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (cursor !== undefined) query = query.where('id', '<', cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), limit)
  return {
    data: rows.map(({ amount_minor, ...row }) => ({ ...row, amount: formatDecimal(amount_minor) })),
    next_cursor: nextCursor,
  }
}
