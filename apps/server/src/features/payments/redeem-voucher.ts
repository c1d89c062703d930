import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { beginPayment } from './begin-payment.ts'
import {
  countTry,
  digitsOf,
  issuerFor,
  voucherRefused,
  voucherService,
  voucherValueOf,
  type VoucherCall,
} from './check-voucher.ts'
import { confirmPayment } from './confirm-payment.ts'
import type { PaymentParts } from './parts.ts'
import { refusePayment } from './refuse-payment.ts'
import { waitForIssuer } from './schedule-checks.ts'
import { findByPin } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'
import type { VoucherIssuer } from './voucher-issuer.ts'

/** Delay after which a redemption whose process has ended is queried. */
const abandonedAfterMs = 60_000

/**
 * Redeems a voucher under our own reference, which is stored before the issuer is called. The same voucher from the
 * same player is the same redemption, however often it is sent.
 * @throws Refusal `voucher_refused`, `voucher_service_silent`, `too_many_requests`, `deposits_blocked`,
 * `deposit_limit_reached`
 */
export async function redeemVoucher(parts: PaymentParts, call: VoucherCall): Promise<ServicePaymentRow> {
  const { platform, secrets, attempts } = parts
  const { playerId } = call.session
  const issuer = issuerFor(parts, call)
  const pin = digitsOf(call)
  const pinMac = secrets.mac('voucher-pin', `${voucherService}:${pin}`)
  const findEarlier = () => findByPin(platform.db.kysely, voucherService, pinMac)
  const known = await findEarlier()
  if (known?.player_id === playerId) return known
  const onSuccess = await countTry(parts, call)
  const answer = await issuer.check(pin)
  // A concurrent call of the same player may have redeemed it, so that the issuer reports it as used.
  const concurrent = await findEarlier()
  if (concurrent?.player_id === playerId) {
    await attempts.giveBack(onSuccess)
    return concurrent
  }
  const worthMinor = await voucherValueOf(parts, call, answer, onSuccess)
  if (known) throw voucherRefused()
  const begun = await begin(parts, call, pin, pinMac, worthMinor)
  if (!begun) {
    const other = await findEarlier()
    // A concurrent attempt may just have been declined.
    if (other?.player_id !== playerId) throw voucherRefused()
    return other
  }
  const row = await redeemAt(parts, issuer, begun, pin)
  if (row.state === 'declined') throw voucherRefused()
  return row
}

/** Writes that a voucher is being redeemed; undefined if a concurrent call did. */
function begin(parts: PaymentParts, call: VoucherCall, pin: string, pinMac: Buffer, worthMinor: bigint) {
  const { platform, secrets } = parts
  const last4 = pin.slice(-4)
  return beginPayment(parts, {
    caller: call,
    limitedMinor: worthMinor,
    columns: {
      kind: 'voucher',
      service: voucherService,
      requested_minor: worthMinor,
      pin_mac: pinMac,
      pin_last4: last4,
      pin_sealed: secrets.seal('voucher-pin', pin),
      next_check_at: new Date(platform.clock.now().getTime() + abandonedAfterMs),
    },
    text: textOf('voucher_started', {
      digits: last4,
      amount: formatDecimal(worthMinor),
      currency: call.session.currency,
    }),
  })
}

/** Redeems at the issuer under the payment's reference, and writes the result, or that it is unknown. */
async function redeemAt(parts: PaymentParts, issuer: VoucherIssuer, row: ServicePaymentRow, pin: string) {
  const answer = await issuer.redeem(pin, row.id)
  if (answer.state === 'silent') return waitForIssuer(parts, row)
  if (answer.state === 'refused') return refusePayment(parts, row, 'declined', textOf('voucher_unusable', {}))
  const { reference, amountMinor, currency, change } = answer
  return confirmPayment(parts, row, { serviceRef: reference, amountMinor, currency, change })
}

/** Repeats a redemption with an unknown result, with the same number and reference. */
export async function resolveVoucher(parts: PaymentParts, row: ServicePaymentRow): Promise<void> {
  const { issuer, secrets } = parts
  if (!issuer || !row.pin_sealed) return
  await redeemAt(parts, issuer, row, secrets.open('voucher-pin', row.pin_sealed))
}
