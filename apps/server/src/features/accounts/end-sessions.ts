import type { SignOutReason } from '@dhow/contract/live'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { Platform } from '../../platform/platform.ts'

/** Ends one session of a player, all, or all but one; returns how many. */
export async function endSessions(
  { clock, bus, live }: Platform,
  tx: Tx,
  playerId: string,
  which: { only?: string; except?: string },
  reason: SignOutReason,
): Promise<number> {
  let query = tx
    .updateTable('accounts.player_session')
    .set({ ended_at: clock.now() })
    .where('player_id', '=', playerId)
    .where('ended_at', 'is', null)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '!=', which.except)
  const ended = await query.returning('id').execute()
  afterCommit(tx, () => {
    bus.publish('player-sessions', { playerId })
    for (const { id: sessionId } of ended) live.endSession(playerId, sessionId, reason)
  })
  return ended.length
}
