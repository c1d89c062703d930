import type { PlayerText } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { PaymentParts } from './parts.ts'
import type { ServiceState } from './rules.ts'
import { addPaymentStep, movePayment, notifyPlayer } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

/** Change of a payment, with the text of its step. */
export type Advance = Partial<ServicePaymentRow> & { text: PlayerText; operatorId?: string | undefined }

/**
 * Moves a payment to another state, writes the step and notifies the player after the commit.
 * @throws Refusal `deposit_state_changed`
 */
export async function advancePayment(
  { platform: { clock, id, live } }: PaymentParts,
  tx: Tx,
  row: ServicePaymentRow,
  state: ServiceState,
  { text, operatorId, ...change }: Advance,
): Promise<ServicePaymentRow> {
  const now = clock.now()
  const moved = await movePayment(tx, row, state, { ...change, updated_at: now })
  await addPaymentStep(tx, id, { of: row.id, at: now, state, text, operatorId })
  notifyPlayer(tx, live, moved, text)
  return moved
}
