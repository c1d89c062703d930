import type { FieldTexts } from '../../platform/refusal.ts'
import { textOf, type PlayerText } from '@dhow/contract/player-texts'
import type { ReasonCode } from '@dhow/contract/message-reasons'
import type { Market, PaymentStatus, PayoutKind } from '@dhow/contract/shapes'
import { statesByStatus } from '../../platform/states-by-status.ts'

export type WithdrawalState =
  | 'requested'
  | 'awaiting_second_approval'
  | 'approved'
  | 'batched'
  | 'sent'
  | 'unknown'
  | 'paid'
  | 'rejected'
  | 'failed'
  | 'returned'
export type { PayoutKind }

/** Verification tiers, lowest first. */
export const tiers = ['registered', 'mobile_verified', 'person_verified'] as const

export const follows: Record<WithdrawalState, readonly WithdrawalState[]> = {
  requested: ['awaiting_second_approval', 'approved', 'rejected'],
  awaiting_second_approval: ['approved', 'rejected'],
  // Approved withdrawals can be refused until they may have been sent.
  approved: ['batched', 'sent', 'paid', 'rejected'],
  batched: ['approved', 'sent'],
  sent: ['paid', 'failed', 'unknown'],
  // It is unknown whether it was paid. The money stays in transit until that is known.
  unknown: ['paid', 'failed', 'sent'],
  paid: ['returned'],
  rejected: [],
  failed: [],
  returned: [],
}

/** States in which the amount is on hold. */
export const heldStates = [
  'requested',
  'awaiting_second_approval',
  'approved',
  'batched',
] as const satisfies WithdrawalState[]

/** States in which the amount is in transit. */
export const transitStates = ['sent', 'unknown'] as const satisfies WithdrawalState[]

export const openStates = [...heldStates, ...transitStates] as const

export const statusOf: Record<WithdrawalState, PaymentStatus> = {
  requested: 'pending',
  awaiting_second_approval: 'processing',
  approved: 'processing',
  batched: 'processing',
  sent: 'processing',
  unknown: 'processing',
  paid: 'completed',
  rejected: 'rejected',
  failed: 'rejected',
  returned: 'reversed',
}

/** States by the values of the player's filter. */
export const statesOf = statesByStatus(statusOf)

export type WithdrawalReason = ReasonCode<'withdrawal'>

export const payoutKinds: Record<
  PayoutKind,
  {
    market: Market
    label: string
    /** Label in the reader's language. */
    labelText: PlayerText
    number: RegExp
    numberHelp: PlayerText
    branch?: { pattern: RegExp; help: PlayerText }
  }
> = {
  bank_in: {
    market: 'IN',
    label: 'Bank account',
    labelText: textOf('account_bank', {}),
    number: /^\d{9,18}$/,
    numberHelp: textOf('account_digits_india', {}),
    branch: { pattern: /^[A-Z]{4}0[A-Z0-9]{6}$/, help: textOf('ifsc_rule', { example: 'ABCD0123456' }) },
  },
  upi: {
    market: 'IN',
    label: 'UPI',
    labelText: textOf('text', { text: 'UPI' }),
    number: /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z][a-zA-Z0-9]{1,63}$/,
    numberHelp: textOf('upi_rule', { example: 'name@bank' }),
  },
  bank_na: {
    market: 'NA',
    label: 'Bank account',
    labelText: textOf('account_bank', {}),
    number: /^\d{8,13}$/,
    numberHelp: textOf('account_digits_namibia', {}),
    branch: { pattern: /^\d{6}$/, help: textOf('branch_rule', {}) },
  },
  wallet_na: {
    market: 'NA',
    label: 'Wallet',
    labelText: textOf('account_wallet', {}),
    number: /^(\+264|0)?(60|8[1245])\d{7}$/,
    numberHelp: textOf('wallet_number_rule', {}),
  },
}

/** An account's label for its player: its bank's name, else its kind in the reader's language. */
export const accountText = ({ kind, bank }: { kind: PayoutKind; bank: string | null }): PlayerText =>
  bank ? textOf('text', { text: bank }) : payoutKinds[kind].labelText

/** Removes separators that people write. */
export const cleanNumber = (kind: PayoutKind, text: string): string =>
  kind === 'upi' ? text.trim() : text.replace(/[\s-]/g, '')

/** Characters of names in any script, with spaces, dots, dashes and apostrophes. */
export const holderPattern = /^[\p{L}\p{M}][\p{L}\p{M} .'’-]{1,59}$/u

/** Errors by field that prevent adding a payout account; empty if valid. */
export function faultsOf(account: {
  kind: PayoutKind
  holder: string
  number: string
  branch: string | undefined
  bank: string | undefined
}): FieldTexts {
  const rule = payoutKinds[account.kind]
  const faults: FieldTexts = {}
  if (!holderPattern.test(account.holder)) faults['holder'] = [textOf('holder_rule', {})]
  if (!rule.number.test(account.number)) faults['number'] = [rule.numberHelp]
  if (rule.branch && !rule.branch.pattern.test(account.branch ?? '')) faults['branch'] = [rule.branch.help]
  if (rule.branch && !account.bank) faults['bank'] = [textOf('bank_required', {})]
  return faults
}

export const normalisePaymentReference = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{P}\p{Cf}]/gu, '')
    .toUpperCase()

/** Fee of a withdrawal: a fixed part and hundredths of a percent, rounded down, always less than the amount. */
export function feeOf(amountMinor: bigint, fee: { flat_minor: string; percent_bp: number } | undefined): bigint {
  if (!fee) return 0n
  const feeMinor = BigInt(fee.flat_minor) + (amountMinor * BigInt(fee.percent_bp)) / 10_000n
  return feeMinor < amountMinor ? feeMinor : amountMinor - 1n
}
