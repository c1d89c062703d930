import { textOf } from '@dhow/contract/player-texts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { advancePayment } from './advance-payment.ts'
import type { PaymentParts } from './parts.ts'
import { canBeContinued } from './rules.ts'
import { findPayment } from './store.ts'

/**
 * Cancels a payment that its player has not finished at the page of its service. The service is still asked about it: who pays all the same
 * gets the money.
 * @throws Refusal `not_found`, `deposit_state_changed`
 */
export async function cancelPayment(
  parts: PaymentParts,
  paymentId: string,
  { playerId }: PlayerSession,
): Promise<void> {
  await parts.platform.db.transaction(async (tx) => {
    const row = await findPayment(tx, paymentId)
    if (row?.player_id !== playerId) throw new Refusal('not_found')
    if (!canBeContinued(row)) throw new Refusal('deposit_state_changed')
    await advancePayment(parts, tx, row, 'cancelled', { text: textOf('deposit_cancelled', {}) })
  })
}
