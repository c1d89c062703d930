import type { Deposit, DepositDetail } from '@dhow/contract/deposits'
import { formatDecimal } from '@dhow/contract/money'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import { methodName } from '../deposits/index.ts'
import type { PaymentParts } from './parts.ts'
import { canBeContinued, statusOf, type ServiceState } from './rules.ts'
import { findPaymentSteps } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

/** A service payment as its player's deposit. */
export function paymentReply({ portal, catalogue }: PaymentParts, row: ServicePaymentRow): Deposit {
  const service = catalogue.find(row.service)
  const { family, displayName } = service
  const isOpen = statusOf[row.state] === 'pending' || statusOf[row.state] === 'processing'
  const expectedMs = portal.settings().deposits.expected_minutes * 60_000
  return {
    id: row.id,
    family,
    method: displayName,
    method_text: methodName(service, portal.settings().methods[service.code]),
    declared_amount: formatDecimal(row.requested_minor ?? row.confirmed_minor ?? 0n),
    credited_amount: row.credited_minor === null ? null : formatDecimal(row.credited_minor),
    currency: row.currency,
    utr: row.pin_last4 === null ? (row.service_ref ?? row.client_ref ?? '') : `•••• ${row.pin_last4}`,
    status: statusOf[row.state],
    state: row.state,
    reason: reasonOf(row),
    has_proof: false,
    ...(row.change_minor === null ? {} : { has_change: true }),
    submitted_at: row.started_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expected_by: isOpen ? new Date(row.started_at.getTime() + expectedMs).toISOString() : null,
  }
}

/** The reply with the receipt, and whether the player can still continue or cancel. */
export const ownReply = (parts: PaymentParts, row: ServicePaymentRow): Omit<DepositDetail, 'timeline' | 'choice'> => ({
  ...paymentReply(parts, row),
  receipt: row.posting_id === null ? null : `DHOW-${row.posting_id}`,
  question: null,
  can_cancel: canBeContinued(row),
  continue_url: canBeContinued(row) ? row.url : null,
})

export const readTimeline = ({ platform: { db } }: PaymentParts, paymentId: string) =>
  findPaymentSteps(db.kysely, paymentId)

/** Why it failed, for its player; the reason of a review is not shown. */
function reasonOf({ kind, state }: ServicePaymentRow): PlayerText | null {
  if (state === 'unknown' && kind === 'voucher') return textOf('voucher_unanswered', {})
  const code = reasonCodes[state]
  return code === undefined ? null : textOf(code, {})
}

const reasonCodes: Partial<
  Record<
    ServiceState,
    'voucher_unusable' | 'payment_failed' | 'payment_expired' | 'payment_refused' | 'payment_in_review'
  >
> = {
  declined: 'voucher_unusable',
  failed: 'payment_failed',
  rejected: 'payment_failed',
  expired: 'payment_expired',
  refused: 'payment_refused',
  review: 'payment_in_review',
}
