import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import type { Settlement } from '../../platform/attempts.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { fieldRefusal, Refusal } from '../../platform/refusal.ts'
import { isClosed, normaliseReference } from '../deposits/index.ts'
import type { PaymentParts } from './parts.ts'
import { voucherDigits, type Service } from './rules.ts'
import type { CheckAnswer, VoucherIssuer } from './voucher-issuer.ts'
import { voucherUses } from './voucher-limits.ts'

export interface VoucherCall {
  session: PlayerSession
  pin: string
  ip: string
  userAgent: string
}

/** Service code of vouchers. */
export const voucherService = 'kazang'

/**
 * Returns the current value of a voucher.
 * @throws Refusal `voucher_refused`, `amount_…`, `voucher_service_silent`, `too_many_requests`
 */
export async function checkVoucher(parts: PaymentParts, call: VoucherCall) {
  const issuer = issuerFor(parts, call)
  const pin = digitsOf(call)
  const onSuccess = await countTry(parts, call)
  const amountMinor = await voucherValueOf(parts, call, await issuer.check(pin), onSuccess)
  return { last4: pin.slice(-4), amountMinor }
}

/** @throws Refusal `deposits_unavailable`, `method_unavailable` */
export function issuerFor({ portal, catalogue, issuer }: PaymentParts, { session }: VoucherCall): VoucherIssuer {
  if (!portal.depositsOpen(session.market)) throw new Refusal('deposits_unavailable')
  if (!issuer || session.market !== catalogue.find(voucherService).market || isClosed(portal, voucherService))
    throw new Refusal('method_unavailable')
  return issuer
}

/** @throws Refusal `voucher_refused` */
export function digitsOf({ pin }: VoucherCall): string {
  const digits = voucherDigits(normaliseReference(pin))
  if (digits === undefined) throw voucherRefused()
  return digits
}

/** Counts a try as wrong before the issuer is called. @throws Refusal `too_many_requests` with the seconds to wait */
export const countTry = async ({ attempts }: PaymentParts, { session, ip }: VoucherCall): Promise<Settlement[]> =>
  (await attempts.reserve(voucherUses(attempts, session.playerId, ip), 'too_many_requests')).onSuccess

/** Reads the issuer's answer, in minor units; tries that succeed or get no answer are not counted. */
export async function voucherValueOf(
  { attempts, catalogue }: PaymentParts,
  { session }: VoucherCall,
  answer: CheckAnswer,
  onSuccess: Settlement[],
): Promise<bigint> {
  const isGood = answer.state === 'valid' && answer.currency === session.currency
  const worthMinor = isGood ? answer.amountMinor : undefined
  if (worthMinor) await attempts.right(onSuccess, session.playerId)
  if (answer.state === 'silent') {
    await attempts.giveBack(onSuccess)
    throw new Refusal('voucher_service_silent')
  }
  if (!worthMinor) throw voucherRefused()
  refuseOutside(worthMinor, catalogue.find(voucherService), session)
  return worthMinor
}

/**
 * One answer for used, expired, blocked, foreign-currency and unknown vouchers, so that nobody learns anything by
 * trying.
 */
export const voucherRefused = () => fieldRefusal('voucher_refused', 'pin', textOf('voucher_check_number', {}))

/** Refuses before the issuer redeems it, so that the voucher stays valid. */
function refuseOutside(worthMinor: bigint, { limits }: Service, { currency }: PlayerSession) {
  const limit = (minor: bigint) => ({ amount: formatDecimal(minor), currency })
  if (worthMinor < limits.minMinor)
    throw fieldRefusal('amount_below_minimum', 'pin', textOf('voucher_minimum', limit(limits.minMinor)))
  if (worthMinor > limits.maxMinor)
    throw fieldRefusal('amount_above_maximum', 'pin', textOf('voucher_maximum', limit(limits.maxMinor)))
}
