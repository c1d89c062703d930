import type { OperatorText } from '@dhow/contract/operator-texts'
import { textOf } from '@dhow/contract/player-texts'
import { required } from '../../platform/required.ts'
import { advancePayment } from './advance-payment.ts'
import { retryIfMoved } from './concurrent-moves.ts'
import { sealedChange, type Credit } from './credit-payment.ts'
import type { PaymentParts } from './parts.ts'
import type { ServicePaymentRow } from './tables.ts'

/** A payment confirmed by a service, by the service's reference. */
export interface Confirmed {
  serviceRef: string
  amountMinor: bigint | undefined
  currency: string
  change?: Credit['change']
}

/** Sends a payment to review, even if it was changed since it was read. */
export const reviewPayment = (
  parts: PaymentParts,
  seen: ServicePaymentRow,
  confirmed: Confirmed,
  reasons: OperatorText[],
) => retryIfMoved(parts, seen, 'review', (row) => sendToReview(parts, row, confirmed, reasons))

/**
 * @param reasons at least one
 * @throws Refusal `deposit_state_changed`
 */
export function sendToReview(
  parts: PaymentParts,
  row: ServicePaymentRow,
  confirmed: Confirmed,
  [first, ...further]: OperatorText[],
) {
  const reason = required(first, `a reason to review ${row.id}`)
  const { db, log } = parts.platform
  const { serviceRef, amountMinor, change } = confirmed
  log.warn(
    { payment: row.id, service: row.service, reasons: [reason, ...further].map(({ code }) => code) },
    'a payment needs review',
  )
  return db.transaction((tx) =>
    advancePayment(parts, tx, row, 'review', {
      service_ref: row.service_ref ?? (serviceRef || null),
      confirmed_minor: amountMinor && amountMinor > 0n ? amountMinor : null,
      pin_sealed: null,
      next_check_at: null,
      reason_code: reason.code,
      reason_params: reason.params,
      further_reasons: further,
      ...sealedChange(parts, change),
      text: textOf('payment_to_review', {}),
    }),
  )
}
