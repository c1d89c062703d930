import type { Db } from '../../platform/db/index.ts'
import { paymentsIn } from '../limits/index.ts'

/** A player's credited payments that a reward may count, oldest first, without reversed deposits. */
export async function standingPayments(db: Db, playerId: string) {
  const payments = await paymentsIn(db, playerId)
  const reversed = await db
    .selectFrom('deposits.deposits')
    .select('posting_id')
    .where('player_id', '=', playerId)
    .where('state', '=', 'reversed')
    .execute()
  const gone = new Set(reversed.map((row) => row.posting_id))
  return payments.filter(({ postingId }) => !gone.has(postingId))
}
