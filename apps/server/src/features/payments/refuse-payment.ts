import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import { advancePayment } from './advance-payment.ts'
import { retryIfMoved, updateUnlessMoved } from './concurrent-moves.ts'
import type { PaymentParts } from './parts.ts'
import { isLastCheck, type ServiceState } from './rules.ts'
import type { ServicePaymentRow } from './tables.ts'

/** Ends a payment for which the service reports that no money moved. */
export const refusePayment = (
  parts: PaymentParts,
  seen: ServicePaymentRow,
  state: 'declined' | 'failed' | 'rejected',
  text: PlayerText,
) => retryIfMoved(parts, seen, state, (row) => endWithoutCredit(parts, row, state, text))

/** Ends a payment whose page has expired without a final status from its service. */
export const expirePayment = (parts: PaymentParts, row: ServicePaymentRow) =>
  updateUnlessMoved(parts, row, () => endWithoutCredit(parts, row, 'expired', textOf('payment_late', {})))

const endWithoutCredit = (parts: PaymentParts, row: ServicePaymentRow, state: ServiceState, text: PlayerText) =>
  parts.platform.db.transaction((tx) =>
    advancePayment(parts, tx, row, state, {
      pin_sealed: null,
      // Failed payments may still succeed, so keep checking them.
      next_check_at: row.kind === 'voucher' || isLastCheck(row.kind, row.checks) ? null : row.next_check_at,
      text,
    }),
  )
