import { textOf } from '@dhow/contract/player-texts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actionOn } from './action-on.ts'
import type { WithdrawalParts } from './parts.ts'
import { enterGate } from './payout-gate.ts'
import { normalisePaymentReference } from './rules.ts'
import { markPaid } from './send-money.ts'

/**
 * Marks a withdrawal as paid manually; an unsent one is also sent by this.
 * @throws Refusal `payment_reference_used`, `payout_with_service`, `withdrawal_state_changed`, and the gate's for an
 * unsent one
 */
export function payWithdrawal(
  parts: WithdrawalParts,
  withdrawalId: string,
  by: StaffSession,
  { version, payment_reference }: { version: number; payment_reference: string },
) {
  return parts.platform.db.transaction(async (tx) => {
    const row = await enterGate(
      parts,
      tx,
      withdrawalId,
      ({ state }) => (state === 'approved' ? 'mark-paid' : 'mark-sent-paid'),
      version,
    )
    if (normalisePaymentReference(payment_reference) === '')
      throw new Refusal('invalid_fields', { fields: { payment_reference: [textOf('required', {})] } })
    if (row.by_service && row.state !== 'approved') throw new Refusal('payout_with_service')
    await parts.approvals.note(tx, by, [actionOn(row, 'withdrawal_pay')])
    return markPaid(parts, tx, row, payment_reference.trim(), by)
  })
}
