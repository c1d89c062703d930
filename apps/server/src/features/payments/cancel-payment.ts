import { textOf } from '@dhow/contract/player-texts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { advancePayment } from './advance-payment.ts'
import type { PaymentParts } from './parts.ts'
import { canBeContinued } from './rules.ts'
import { findPayment } from './store.ts'

/**
 * Cancels a payment that its player has not finished on the service's page. The service is still queried: a payment
 * made anyway is credited.
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
