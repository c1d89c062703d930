import type { OverviewParts } from './parts.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'

/** Signs a player out everywhere; returns the number of sessions. @throws Refusal `not_found` */
export function endPlayerSessions(
  { platform: { db }, accounts, staff }: OverviewParts,
  playerId: string,
  by: StaffSession,
  reason: string,
) {
  return db.transaction(async (tx) => {
    if (!(await accounts.findPlayer(playerId, tx))) throw new Refusal('not_found')
    const ended = await accounts.sessions.end(tx, playerId, {}, 'support')
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'player.sign-out',
      subject: playerId,
      text: `Signed the player out everywhere: ${reason}`,
      before: null,
      after: { ended },
    })
    return ended
  })
}
