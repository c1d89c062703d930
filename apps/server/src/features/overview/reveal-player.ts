import type { BodyOf } from '@dhow/contract/operation'
import type { revealPlayer as operation } from '@dhow/contract/players'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OverviewParts } from './parts.ts'

/**
 * Shows one masked field of a player to an operator who says why: the number, or where one withdrawal is paid to. The trail has who looked, at
 * whose field, and the reason, before anything is answered.
 * @throws Refusal `not_found`
 */
export async function revealPlayer(
  { platform: { db }, accounts, withdrawals, staff }: OverviewParts,
  playerId: string,
  by: StaffSession,
  { field, withdrawal_id: withdrawalId, reason }: BodyOf<typeof operation>,
) {
  // Read before the transaction: on one connection a read beside it would wait for its end.
  const payTo = field === 'mobile' ? [] : await payToOf(withdrawalId)
  return db.transaction(async (tx) => {
    const player = await accounts.findPlayer(playerId, tx)
    if (!player) throw new Refusal('not_found')
    const values = field === 'mobile' ? [{ field, value: player.mobile }] : payTo
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'player.reveal',
      subject: playerId,
      text: `Looked at ${field === 'mobile' ? 'the mobile number' : `where ${withdrawalId} is paid to`}: ${reason}`,
      before: null,
      after: { field, ...(field === 'mobile' ? {} : { withdrawal: withdrawalId }) },
    })
    return values
  })

  async function payToOf(id: string | undefined) {
    const row = id === undefined ? undefined : await withdrawals.find(id)
    if (row?.player_id !== playerId) throw new Refusal('not_found')
    return (await withdrawals.reader.staffReply(row)).pay_to
  }
}
