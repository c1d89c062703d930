import type { QuestionCode } from '@dhow/contract/deposits'
import type { PaymentStatus } from '@dhow/contract/shapes'

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

/** The open states that wait for an operator; `needs_info` waits for the player. */
export const waitingStates = openStates.filter((state) => state !== 'needs_info')

/** The player's word for each state. */
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

/** States by the words of the player's filter. */
export function statesOf(status: string): DepositState[] {
  return (Object.keys(statusOf) as DepositState[]).filter((state) => statusOf[state] === status || state === status)
}

/** Why a deposit was refused, as the player reads it. */
export const reasonTexts: Record<string, string> = {
  not_received: 'We did not receive this payment.',
  amount_differs: 'The amount that arrived is another one.',
  reference_not_found: 'We did not find this reference at our bank.',
  duplicate_reference: 'This reference was used before.',
  name_mismatch: 'The payment came from an account in another name.',
  unreadable_proof: 'The screenshot cannot be read.',
  wrong_account: 'The payment went to another account.',
  third_party_payer: 'Somebody else made this payment; only payments of your own can be credited.',
  limit_exceeded: 'This deposit is above your limit.',
  excluded_player: 'Deposits are switched off for your account.',
  sent_back: 'We did not credit this payment. We send it back to the account that it came from.',
  fraud_suspected: 'We could not accept this payment. Please reach out to the support team.',
  other: 'We could not accept this payment.',
}

/** Operator's questions as shown to the player. */
export const questionTexts: Record<QuestionCode, string> = {
  clearer_screenshot: 'Please send a clearer screenshot of the payment.',
  find_reference: 'We cannot find this reference. Please look at it again.',
  exact_amount: 'Please tell us the exact amount that you sent.',
  payer_name: 'Please tell us from whose account or number it was paid.',
  payment_time: 'Please tell us when it was paid.',
  other: 'Please tell us more about this payment.',
}

/** Why a credited deposit was taken back, as the player reads it. */
export const reversalTexts: Record<string, string> = {
  not_received: 'The bank took this payment back.',
  amount_differs: 'Another amount was credited than the one that arrived.',
  duplicate_reference: 'This payment was credited twice.',
  wrong_account: 'This payment belongs to another account.',
  third_party_payer: 'Somebody else made this payment.',
  fraud_suspected: 'This payment was disputed. Please reach out to the support team.',
  other: 'This payment was taken back. Please reach out to the support team.',
}

/** A reference that was refused this often is not taken again. */
export const refusedAtMost = 3

/** One form for every way of writing a reference: compatibility letters and foreign digits folded, separators gone, capitals. */
export function normaliseReference(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/[\s\p{P}\p{Cf}\p{Z}]/gu, '')
    .toUpperCase()
}

/** The value of a decimal digit of any script: digits of one script stand together, starting at a zero. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0)!
  for (let value = 0; value < 10; value++) {
    const before = String.fromCodePoint(point - value - 1)
    if (!/\p{Nd}/u.test(before)) return value
    if (value === 9) break
  }
  return point >= 0x30 && point <= 0x39 ? point - 0x30 : (point - 0x30) % 10
}

/** A payment link of UPI, as its linking specification 1.6 writes it. */
export function upiLink({ pa, pn }: { pa: string; pn: string }, reference: string): string {
  return `upi://pay?pa=${pa}&pn=${encodeURIComponent(pn)}&cu=INR&tn=${encodeURIComponent(reference)}`
}
