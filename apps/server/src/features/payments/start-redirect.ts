import { refuseOutside } from '../../platform/amount-limits.ts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { isClosed } from '../deposits/index.ts'
import { markets } from '../portal/index.ts'
import { advancePayment } from './advance-payment.ts'
import { beginPayment } from './begin-payment.ts'
import type { PaymentParts } from './parts.ts'
import type { RedirectService } from './redirect-service.ts'
import { refusePayment } from './refuse-payment.ts'
import { safeReturnUrl, type Service } from './rules.ts'
import { nextCheckAt } from './schedule-checks.ts'
import { findByClientRef, notePayment } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

export interface PaymentStart {
  /** Code of the service. */
  service: string
  session: PlayerSession
  clientRef: string
  returnUrl: string
  amount: string | undefined
  ip: string
  userAgent: string
}

/** Payment with an open page. */
type Started = ServicePaymentRow & { url: string; service_ref: string }

/** Delay after which a page whose answer never arrived is requested again. */
const retryAfterMs = 20_000

/**
 * Starts a payment, or returns the same page while it is pending. The row is written with our own id before the service
 * is called.
 * @throws Refusal `return_url_refused`, `payment_start_failed` (A-Pay), `payment_page_failed`, `payment_ended`,
 * `key_in_use`, `amount_…`, `deposits_unavailable`, `method_unavailable`
 */
export async function startRedirect(parts: PaymentParts, call: PaymentStart): Promise<Started> {
  const { adapter, service } = openServiceOf(parts, call)
  const returnUrl = safeReturnUrl(call.returnUrl, parts.platform.config.origins.portal)
  if (returnUrl === undefined) throw new Refusal('return_url_refused')
  const requestedMinor = amountWithin(call.amount, service)
  const { row, isNew } = await beginOrFind(parts, call, service, returnUrl, requestedMinor)
  if (row.state === 'pending' && row.url && row.service_ref)
    return { ...row, url: row.url, service_ref: row.service_ref }
  if (row.state !== 'initiating') throw new Refusal('payment_ended')
  const leased = isNew ? row : await leasePage(parts, row)
  if (!leased) throw new Refusal('key_in_use')
  return openPage(parts, adapter, service, leased)
}

function openServiceOf({ portal, adapters, catalogue }: PaymentParts, { session, service: code }: PaymentStart) {
  if (!portal.depositsOpen(session.market)) throw new Refusal('deposits_unavailable')
  const adapter = adapters.get(code)
  const service = catalogue.find(code)
  if (!adapter || session.market !== service.market || isClosed(portal, service.code))
    throw new Refusal('method_unavailable')
  return { adapter, service }
}

async function beginOrFind(
  parts: PaymentParts,
  call: PaymentStart,
  service: Service,
  returnUrl: string,
  requestedMinor: bigint | null,
): Promise<{ row: ServicePaymentRow; isNew: boolean }> {
  const { db, clock } = parts.platform
  const { playerId, currency } = call.session
  const find = () => findByClientRef(db.kysely, playerId, service.code, call.clientRef)
  const known = await find()
  if (known) return { row: known, isNew: false }
  const begun = await beginPayment(parts, {
    caller: call,
    // If the payer chooses the amount, it is at least the minimum.
    limitedMinor: requestedMinor ?? service.limits.minMinor,
    columns: {
      kind: 'redirect',
      service: service.code,
      client_ref: call.clientRef,
      return_url: returnUrl,
      requested_minor: requestedMinor,
      next_check_at: nextCheckAt(clock.now(), 'redirect', 0),
    },
    text:
      requestedMinor === null
        ? textOf('payment_started', { service: service.displayName })
        : textOf('payment_started_amount', {
            service: service.displayName,
            amount: formatDecimal(requestedMinor),
            currency,
          }),
  })
  return { row: begun ?? required(await find(), `payment ${call.clientRef}`), isNew: begun !== undefined }
}

/** Lets one of several concurrent requests create a payment's page; undefined for the others. */
async function leasePage({ platform: { db, clock } }: PaymentParts, row: ServicePaymentRow) {
  const now = clock.now()
  if (now.getTime() - row.updated_at.getTime() < retryAfterMs) return undefined
  try {
    return await db.transaction((tx) =>
      notePayment(tx, row, { next_check_at: nextCheckAt(now, 'redirect', 0), checks: 0, updated_at: now }),
    )
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

async function openPage(
  parts: PaymentParts,
  adapter: RedirectService,
  service: Service,
  row: ServicePaymentRow,
): Promise<Started> {
  const { db, clock } = parts.platform
  const page = await adapter.createPage({
    paymentId: row.id,
    playerId: row.player_id,
    currency: row.currency,
    amountMinor: row.requested_minor,
    returnUrl: required(row.return_url, `return address of ${row.id}`),
  })
  const failed = service.code === 'apay' ? 'payment_start_failed' : 'payment_page_failed'
  if (page.state === 'silent') throw new Refusal(failed)
  if (page.state === 'refused') {
    await refusePayment(parts, row, 'failed', textOf('payment_not_opened', { service: service.displayName }))
    throw new Refusal(failed)
  }
  const { url, orderRef } = page
  const pending = await db.transaction((tx) =>
    advancePayment(parts, tx, row, 'pending', {
      url,
      service_ref: orderRef,
      checks: 0,
      next_check_at: nextCheckAt(clock.now(), 'redirect', 0),
      text: redirectText(service),
    }),
  )
  return { ...pending, url, service_ref: orderRef }
}

/** @throws Refusal `amount_below_minimum`, `amount_above_maximum` */
function amountWithin(amount: string | undefined, { limits, market }: Service): bigint | null {
  if (amount === undefined) return null
  // An invalid amount counts as below any minimum.
  const amountMinor = parseAmount(amount) ?? -1n
  refuseOutside(amountMinor, { ...limits, currency: markets[market].currency })
  return amountMinor
}

/** Message for a player on the way to a service's page. */
export const redirectText = ({ displayName }: Pick<Service, 'displayName'>) =>
  textOf('payment_on_way', { service: displayName })
