import { parseAmount } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { PaymentStatus } from '@dhow/contract/shapes'
import { refuseOutside } from '../../platform/amount-limits.ts'
import { fieldRefusal } from '../../platform/refusal.ts'
import { statesByStatus } from '../../platform/states-by-status.ts'
import { rails } from './methods.ts'
import type { PaymentDetailRow } from './tables.ts'

export type DepositState =
  | 'submitted'
  | 'under_review'
  | 'needs_info'
  | 'awaiting_second_approval'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'expired'
  | 'reversed'

/** Allowed state changes. */
export const follows: Record<DepositState, readonly DepositState[]> = {
  submitted: ['under_review', 'cancelled', 'expired'],
  under_review: ['submitted', 'needs_info', 'awaiting_second_approval', 'approved', 'rejected'],
  needs_info: ['submitted', 'expired'],
  awaiting_second_approval: ['approved', 'rejected'],
  approved: ['reversed'],
  rejected: [],
  cancelled: [],
  expired: [],
  reversed: [],
}

/** Open states. */
export const openStates = [
  'submitted',
  'under_review',
  'needs_info',
  'awaiting_second_approval',
] as const satisfies DepositState[]

/** Open states that wait for an operator; `needs_info` waits for the player. */
export const waitingStates = openStates.filter((state) => state !== 'needs_info')

/** Status shown to the player for each state. */
export const statusOf: Record<DepositState, PaymentStatus> = {
  submitted: 'pending',
  under_review: 'processing',
  needs_info: 'pending',
  awaiting_second_approval: 'processing',
  approved: 'completed',
  rejected: 'rejected',
  cancelled: 'cancelled',
  expired: 'expired',
  reversed: 'reversed',
}

/** States by the values of the player's filter. */
export const statesOf = statesByStatus(statusOf)

/** A reference that was refused this often is not accepted again. */
export const maxRefused = 3

/** @throws Refusal `amount_invalid`, `amount_below_minimum`, `amount_above_maximum` under its field */
export function amountWithin(text: string, { min_minor, max_minor, currency }: PaymentDetailRow): bigint {
  const amountMinor = parseAmount(text)
  if (amountMinor === undefined) throw fieldRefusal('amount_invalid', 'amount', textOf('number_invalid', {}))
  refuseOutside(amountMinor, { minMinor: min_minor, maxMinor: max_minor, currency })
  return amountMinor
}

/** Normalises a reference. @throws Refusal `reference_malformed` under its field */
export function referenceOf(text: string, rail: string): string {
  const reference = normaliseReference(text)
  if (reference === '') throw fieldRefusal('reference_malformed', 'utr', textOf('utr_required', {}))
  const rule = rails[rail]
  if (!rule?.pattern.test(reference))
    throw fieldRefusal('reference_malformed', 'utr', textOf(rule?.help ?? 'reference_malformed', {}))
  return reference
}

/** Normalises a reference: folds compatibility letters and foreign digits, removes separators, capitalises. */
export function normaliseReference(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/[\s\p{P}\p{Cf}\p{Z}]/gu, '')
    .toUpperCase()
}

/** Value of a decimal digit of any script: a script's digits are consecutive, starting at a zero. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0x30
  for (let value = 0; value < 10; value++) {
    const before = String.fromCodePoint(point - value - 1)
    if (!/\p{Nd}/u.test(before)) return value
    if (value === 9) break
  }
  return point >= 0x30 && point <= 0x39 ? point - 0x30 : (point - 0x30) % 10
}

/** UPI payment link by the UPI linking specification 1.6. */
export function upiLink({ pa, pn }: { pa: string; pn: string }, reference: string): string {
  return `upi://pay?pa=${pa}&pn=${encodeURIComponent(pn)}&cu=INR&tn=${encodeURIComponent(reference)}`
}
