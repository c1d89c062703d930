import type { OverviewParts } from './parts.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Suspends or reactivates a player, audited with the reason; no change if already so.
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
    if (row.active === active) return
    if (active && (await accounts.closings.find(tx, playerId))?.closed_at) throw new Refusal('closed_account')
    await accounts.setActive(tx, playerId, active)
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: active ? 'player.activate' : 'player.suspend',
      subject: playerId,
      text: `${active ? 'Lifted the suspension' : 'Suspended'}: ${reason}`,
      before: { active: row.active },
      after: { active },
    })
  })
}
