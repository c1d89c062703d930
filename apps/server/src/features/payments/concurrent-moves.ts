import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { PaymentParts } from './parts.ts'
import { follows, type ServiceState } from './rules.ts'
import { findPayment } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

/** Runs a scheduled move, and drops it if the payment was changed meanwhile. */
export async function updateUnlessMoved(
  { platform: { db } }: PaymentParts,
  row: ServicePaymentRow,
  move: () => Promise<ServicePaymentRow>,
): Promise<ServicePaymentRow> {
  try {
    return await move()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'deposit_state_changed') throw error
    return required(await findPayment(db.kysely, row.id), `payment ${row.id}`)
  }
}

/**
 * Runs a move for the service's answer, which may come only once: a payment changed meanwhile, such as by our own
 * check, is read again and moved from its new state, unless it has ended otherwise.
 */
export async function retryIfMoved(
  parts: PaymentParts,
  row: ServicePaymentRow,
  to: ServiceState,
  move: (seen: ServicePaymentRow) => Promise<ServicePaymentRow>,
): Promise<ServicePaymentRow> {
  let isDone = false
  const current = await updateUnlessMoved(parts, row, async () => {
    const moved = await move(row)
    isDone = true
    return moved
  })
  const mayFollow = current.state !== 'review' && current.state !== to && follows[current.state].includes(to)
  // Each attempt follows a newer version, so the recursion ends.
  return isDone || current.version === row.version || !mayFollow ? current : retryIfMoved(parts, current, to, move)
}
