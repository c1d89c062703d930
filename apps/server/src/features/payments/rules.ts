import { textOf } from '@dhow/contract/player-texts'
import { parseAmount } from '@dhow/contract/money'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import type { PaymentStatus } from '@dhow/contract/shapes'
import type { Platform } from '../../platform/platform.ts'
import { isOneOf } from '@dhow/contract/records'
import { required } from '../../platform/required.ts'
import { statesByStatus } from '../../platform/states-by-status.ts'
import type { ChooserMethod } from '../deposits/index.ts'

export type ServiceState =
  | 'redeeming'
  | 'unknown'
  | 'declined'
  | 'initiating'
  | 'pending'
  | 'failed'
  | 'rejected'
  | 'expired'
  | 'cancelled'
  | 'succeeded'
  | 'review'
  | 'refused'

/** Allowed state changes. A failed payment may still succeed once; a successful one is final. */
export const follows: Record<ServiceState, readonly ServiceState[]> = {
  redeeming: ['succeeded', 'declined', 'unknown', 'review'],
  unknown: ['succeeded', 'declined', 'review'],
  declined: [],
  initiating: ['pending', 'failed', 'rejected', 'expired', 'cancelled', 'succeeded', 'review'],
  pending: ['failed', 'rejected', 'expired', 'cancelled', 'succeeded', 'review'],
  failed: ['succeeded', 'review'],
  rejected: ['succeeded', 'review'],
  // A cancelled payment that was made anyway is credited.
  cancelled: ['succeeded', 'review'],
  expired: ['failed', 'rejected', 'succeeded', 'review'],
  succeeded: [],
  review: ['succeeded', 'refused'],
  refused: [],
}

/** States that may still be credited. */
export const openServiceStates = [
  'redeeming',
  'unknown',
  'initiating',
  'pending',
  'review',
] as const satisfies ServiceState[]

/** Open payments on a service's page, which their player can continue or cancel. */
export const openPageStates = ['initiating', 'pending'] as const satisfies ServiceState[]

/** Whether a payment waits for its player on a service's page. */
export const canBeContinued = ({ kind, state }: { kind: 'voucher' | 'redirect'; state: ServiceState }): boolean =>
  kind === 'redirect' && isOneOf(openPageStates, state)

/** Status shown to the player for each state. */
export const statusOf: Record<ServiceState, PaymentStatus> = {
  redeeming: 'processing',
  unknown: 'processing',
  declined: 'rejected',
  initiating: 'pending',
  pending: 'pending',
  failed: 'rejected',
  rejected: 'rejected',
  expired: 'expired',
  cancelled: 'cancelled',
  succeeded: 'completed',
  review: 'processing',
  refused: 'rejected',
}

/** States by the values of the player's filter. */
export const statesOf = statesByStatus(statusOf)

/** A service for the chooser, and the house account that owes its confirmed payments. */
export interface Service extends ChooserMethod {
  kind: 'voucher' | 'redirect'
  family: string
  limits: { minMinor: bigint; maxMinor: bigint }
  house: 'voucher_issuer' | 'payment_service'
}

/** Services named by the specification; those of the operator's file are added. */
const named: Service[] = [
  {
    kind: 'voucher',
    family: 'kazang-voucher',
    id: 8,
    code: 'kazang',
    name: 'easypay',
    displayName: 'Voucher',
    nameText: textOf('method_voucher', {}),
    description: textOf('pay_voucher', {}),
    market: 'NA',
    historyPath: '/Voucher-Deposit-History',
    limits: { minMinor: 500n, maxMinor: 500_000n },
    house: 'voucher_issuer',
  },
  {
    kind: 'redirect',
    family: 'a-pay',
    id: 9,
    code: 'apay',
    name: 'apay',
    displayName: 'A-Pay',
    nameText: textOf('text', { text: 'A-Pay' }),
    description: textOf('pay_a_pay', {}),
    market: 'IN',
    historyPath: '/deposit-history',
    limits: { minMinor: 10_000n, maxMinor: 10_000_000n },
    house: 'payment_service',
  },
]

/** All possible services, each with its code in the ledger and its number in the chooser. */
export const servicesOf = ({ paymentServices }: Pick<Platform['config'], 'paymentServices'>): Service[] => [
  ...named,
  ...paymentServices.map((row, index): Service => ({
    kind: 'redirect',
    family: row.code,
    id: firstOfFile + index,
    code: row.code,
    name: row.code,
    displayName: row.name,
    nameText: textOf('text', { text: row.name }),
    description: textOf('text', { text: row.description }),
    market: row.market,
    historyPath: '/deposit-history',
    limits: limitsOf(row),
    house: 'payment_service',
  })),
]

const firstOfFile = 101

/** Limits in minor units; they were validated as amounts when they were set. */
export const limitsOf = ({ min, max }: { min: string; max: string }): Service['limits'] => ({
  minMinor: required(parseAmount(min), 'smallest amount'),
  maxMinor: required(parseAmount(max), 'largest amount'),
})

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Delays between queries; after the last one a voucher goes to review. */
const voucherChecksMs = [15 * second, minute, 5 * minute, 15 * minute, hour, 6 * hour, day]
/** A payment page is queried six times; then it has expired, and is queried daily for a week. */
const redirectChecksMs = [minute, 5 * minute, 15 * minute, hour, 6 * hour, day]
const dailyChecks = 7

/** Delay after `checks` queries; undefined if there is no further one. */
export function nextCheckMs(kind: 'voucher' | 'redirect', checks: number): number | undefined {
  const waits = kind === 'voucher' ? voucherChecksMs : redirectChecksMs
  return waits[checks] ?? (kind === 'redirect' && checks < waits.length + dailyChecks ? day : undefined)
}

/** Whether `checks` was the last query, unless the payment is still open. */
export const isLastCheck = (kind: 'voucher' | 'redirect', checks: number): boolean =>
  nextCheckMs(kind, checks) === undefined

/**
 * Delay of further queries of a payment that is open after its last one: a silent service or a crash must not leave it
 * open.
 */
export const checkUntilMs = { voucher: hour, redirect: day }

/** Whether a payment page queried this often has expired. */
export const hasExpired = (checks: number) => checks >= redirectChecksMs.length

/** A payment that differs from the requested amount by more than this goes to review. */
const maxAmountRatio = 10n

/** All reasons to review a confirmed payment; none if it can be credited. */
export function findMismatches(
  service: Service,
  asked: { currency: string; requestedMinor: bigint | null },
  confirmed: { currency: string; amountMinor: bigint | undefined },
): OperatorText[] {
  const otherCurrency =
    confirmed.currency === asked.currency ? [] : [operatorText('case_other_currency', { currency: confirmed.currency })]
  if (confirmed.amountMinor === undefined || confirmed.amountMinor <= 0n)
    return [operatorText('case_no_amount', {}), ...otherCurrency]
  // Amounts of two currencies are not compared.
  if (otherCurrency.length > 0) return otherCurrency
  // A voucher has the issuer's amount; only on a payment page does the payer choose it.
  if (service.kind === 'voucher') return []
  const { amountMinor } = confirmed
  const requested = asked.requestedMinor
  const isFar =
    requested !== null && (amountMinor > requested * maxAmountRatio || requested > amountMinor * maxAmountRatio)
  return [
    ...(amountMinor > service.limits.maxMinor ? [operatorText('case_above_limit', {})] : []),
    ...(amountMinor < service.limits.minMinor ? [operatorText('case_below_limit', {})] : []),
    ...(isFar ? [operatorText('case_far_from_asked', {})] : []),
  ]
}

/** Digits of a voucher without separators; undefined if it is none. */
export function voucherDigits(normalised: string): string | undefined {
  return /^\d{10,20}$/.test(normalised) ? normalised : undefined
}

/**
 * Absolute return URL on the portal; undefined for any other target. Browsers interpret `\`, tabs and `//` differently,
 * so an address with any of them is refused.
 */
export function safeReturnUrl(text: string, portalOrigin: string): string | undefined {
  // eslint-disable-next-line no-control-regex -- matches control characters on purpose
  if (/[\u0000-\u0020\\\u007f-\u009f]/.test(text) || text.startsWith('//')) return undefined
  if (!text.startsWith('/') && !/^https?:\/\//i.test(text)) return undefined
  if (!URL.canParse(text, portalOrigin)) return undefined
  const url = new URL(text, portalOrigin)
  const isOurs = url.origin === portalOrigin && url.username === '' && url.password === ''
  return isOurs ? url.href : undefined
}
