import type { DepositChoice } from '@dhow/contract/deposits'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentParts } from './parts.ts'
import { openServiceStates } from './rules.ts'
import { addPaymentStep, lockPayment } from './store.ts'

/**
 * Records whether a player on a break wants an open payment credited or sent back. The last choice counts.
 * @throws Refusal `not_found`, `deposit_state_changed` if it is no longer open, or there is no question
 */
export function choosePayment(
  { platform: { db, clock, id }, deposits }: PaymentParts,
  paymentId: string,
  { playerId }: PlayerSession,
  choice: DepositChoice,
): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockPayment(tx, paymentId)
    if (row?.player_id !== playerId) throw new Refusal('not_found')
    if (!openServiceStates.some((state) => state === row.state)) throw new Refusal('deposit_state_changed')
    const text = await deposits.creditGate.choose(tx, row, choice)
    await addPaymentStep(tx, id, { of: paymentId, at: clock.now(), state: row.state, text })
  })
}
