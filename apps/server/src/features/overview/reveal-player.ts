import type { BodyOf } from '@dhow/contract/operation'
import type { revealPlayer as operation } from '@dhow/contract/players'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OverviewParts } from './parts.ts'

const looked = { mobile: 'the mobile number', email: 'the e-mail address' } as const

/**
 * Shows one masked field of a player to an operator who gives a reason: the number, the e-mail address, or a
 * withdrawal's payout account. The audit entry with operator, field and reason is written before the answer.
 * @throws Refusal `not_found`
 */
export async function revealPlayer(
  { platform: { db }, accounts, messages, withdrawals, staff }: OverviewParts,
  playerId: string,
  by: StaffSession,
  { field, withdrawal_id: withdrawalId, reason }: BodyOf<typeof operation>,
) {
  // Read before the transaction: with one connection a read outside it would wait for its end.
  const payTo = field === 'pay_to' ? await findPayTo(withdrawalId) : []
  return db.transaction(async (tx) => {
    const player = await accounts.findPlayer(playerId, tx)
    if (!player) throw new Refusal('not_found')
    const values = field === 'pay_to' ? payTo : [{ field, value: await valueOf(field, player, tx) }]
    await staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'player.reveal',
      subject: playerId,
      text: `Looked at ${field === 'pay_to' ? `where ${withdrawalId} is paid to` : looked[field]}: ${reason}`,
      before: null,
      after: { field, ...(field === 'pay_to' ? { withdrawal: withdrawalId } : {}) },
    })
    return values
  })

  async function valueOf(of: 'mobile' | 'email', player: { id: string; mobile: string }, tx: Tx): Promise<string> {
    if (of === 'mobile') return player.mobile
    const email = await messages.findEmail(player.id, tx)
    if (!email) throw new Refusal('not_found')
    return email.address
  }

  async function findPayTo(id: string | undefined) {
    const row = id === undefined ? undefined : await withdrawals.find(id)
    if (row?.player_id !== playerId) throw new Refusal('not_found')
    return (await withdrawals.reader.staffReply(row)).pay_to
  }
}
