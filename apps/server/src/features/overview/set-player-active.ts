import type { OverviewParts } from './parts.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Suspends or reactivates a player, audited with the reason; no change if already so. A closed account is inactive in
 * any case: its suspension is kept beside the closing and stays when the account is reopened.
 * @throws Refusal `not_found`, `closed_account` to reactivate an account that its player closed
 */
export function setPlayerActive(
  { platform: { db }, accounts, staff }: OverviewParts,
  playerId: string,
  by: StaffSession,
  { active, reason }: { active: boolean; reason: string },
) {
  return db.transaction(async (tx) => {
    const row = await tx
      .selectFrom('accounts.player_card')
      .select('active')
      .where('id', '=', playerId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refusal('not_found')
    const closing = await accounts.closings.find(tx, playerId)
    const isClosed = closing !== undefined && closing.closed_at !== null
    const isSuspended = isClosed ? closing.was_suspended : !row.active
    if (isClosed && active && !isSuspended) throw new Refusal('closed_account')
    if (isSuspended === !active) return
    if (isClosed) await accounts.closings.setSuspended(tx, playerId, !active)
    else await accounts.setActive(tx, playerId, active)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: active ? 'player.activate' : 'player.suspend',
      subject: playerId,
      text: `${active ? 'Lifted the suspension' : 'Suspended'}: ${reason}`,
      before: { active: !isSuspended },
      after: { active },
    })
  })
}
