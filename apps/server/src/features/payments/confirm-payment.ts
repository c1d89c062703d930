import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { retryIfMoved } from './concurrent-moves.ts'
import { creditPayment } from './credit-payment.ts'
import type { PaymentParts } from './parts.ts'
import { sendToReview, type Confirmed } from './review-payment.ts'
import { findMismatches } from './rules.ts'
import type { ServicePaymentRow } from './tables.ts'

/** Credits a payment confirmed by the service, once; mismatches go to review. */
export const confirmPayment = (parts: PaymentParts, seen: ServicePaymentRow, confirmed: Confirmed) =>
  retryIfMoved(parts, seen, 'succeeded', async (row) => {
    const { serviceRef, amountMinor, change } = confirmed
    const mismatches = findMismatches(
      parts.catalogue.find(row.service),
      { currency: row.currency, requestedMinor: row.requested_minor },
      confirmed,
    )
    if (mismatches.length > 0) return sendToReview(parts, row, confirmed, mismatches)
    const credit = { serviceRef, amountMinor: required(amountMinor, `confirmed amount of ${row.id}`), change }
    try {
      return await parts.platform.db.transaction((tx) => creditPayment(parts, tx, row, credit))
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'deposit_state_changed') throw error
      return sendToReview(parts, row, confirmed, [reasonOf(error)])
    }
  })

const reasonOf = ({ code, text }: Refusal): OperatorText =>
  code === 'credit_held' && text ? text : operatorText('case_ledger_refused', { refusal: code })
