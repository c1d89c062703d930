import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { textOf } from '@dhow/contract/player-texts'
import { isOneOf } from '@dhow/contract/records'
import { confirmPayment } from './confirm-payment.ts'
import type { PaymentParts } from './parts.ts'
import { parseMinor, type ReportedPayment } from './redirect-service.ts'
import { expirePayment, refusePayment } from './refuse-payment.ts'
import { reviewPayment } from './review-payment.ts'
import { findMismatches, hasExpired, isLastCheck, openPageStates } from './rules.ts'
import { checkSoon } from './schedule-checks.ts'
import type { ServicePaymentRow, ServicePostbackRow } from './tables.ts'

/** Queries the service about a payment and moves it accordingly; undefined if the service does not answer. */
export async function settleRedirect(
  parts: PaymentParts,
  row: ServicePaymentRow,
  postback?: ServicePostbackRow,
): Promise<ServicePaymentRow | undefined> {
  const service = parts.catalogue.find(row.service).displayName
  const answer = await parts.adapters.get(row.service)?.status(row.id)
  // A service that is no longer configured counts as not answering.
  if (answer === undefined || answer.state === 'silent') {
    // A week without an answer ends an open page; a later success is still credited.
    return isOpen(row) && isLastCheck(row.kind, row.checks) ? expirePayment(parts, row) : undefined
  }
  if (answer.state === 'unknown' || answer.status === 'Pending' || answer.paymentRef !== row.id)
    return waitForStatus(parts, row, postback)
  if (answer.status === 'Success') {
    const { orderRef: serviceRef, amountMinor, currency } = answer
    const confirmed = { serviceRef, amountMinor, currency }
    const signs = findForeignSigns(row, answer, service, postback)
    if (signs.length === 0) return confirmPayment(parts, row, confirmed)
    const asked = { currency: row.currency, requestedMinor: row.requested_minor }
    const mismatches = findMismatches(parts.catalogue.find(row.service), asked, confirmed)
    return reviewPayment(parts, row, confirmed, [...signs, ...mismatches])
  }
  const state = answer.status === 'Failed' ? 'failed' : 'rejected'
  if (isOneOf(['failed', 'rejected', 'cancelled'], row.state)) return row
  return refusePayment(parts, row, state, textOf('payment_failed_at', { service }))
}

/** All signs that a reported success does not belong to this payment. */
function findForeignSigns(
  row: ServicePaymentRow,
  reported: ReportedPayment,
  service: string,
  postback: ServicePostbackRow | undefined,
): OperatorText[] {
  const isOtherOrder = row.service_ref !== null && row.service_ref !== reported.orderRef
  const areTwoAmounts = postback?.status === 'Success' && !isSameMoney(postback, reported)
  return [
    ...(reported.playerRef === row.player_id ? [] : [operatorText('case_other_player', { service })]),
    ...(isOtherOrder ? [operatorText('case_other_order', { service })] : []),
    ...(areTwoAmounts ? [operatorText('case_two_amounts', { service })] : []),
  ]
}

const isSameMoney = (postback: ServicePostbackRow, reported: ReportedPayment) =>
  parseMinor(postback.amount_text) === reported.amountMinor && postback.currency === reported.currency

/** Without a final status: an expired page ends, and a payment named in a postback is queried soon. */
async function waitForStatus(parts: PaymentParts, row: ServicePaymentRow, postback?: ServicePostbackRow) {
  if (isOpen(row) && hasExpired(row.checks)) return expirePayment(parts, row)
  return postback && isOpen(row) ? checkSoon(parts, row) : row
}

const isOpen = ({ state }: ServicePaymentRow) => isOneOf(openPageStates, state)
