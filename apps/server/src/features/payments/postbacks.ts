import { operatorText } from '@dhow/contract/operator-texts'
import { textOf } from '@dhow/contract/player-texts'
import type { PaymentParts } from './parts.ts'
import type { ReportedPayment } from './redirect-service.ts'
import { reviewPayment } from './review-payment.ts'
import { settleRedirect } from './settle-redirect.ts'
import { addPaymentStep, findPayment } from './store.ts'
import type { ServicePaymentRow, ServicePostbackRow } from './tables.ts'

/** Age at which another process handles a stored postback whose process has ended. */
const leftBehindAfterMs = 30_000
const leftBehindAtOnce = 20
const amountTextLength = 40

/**
 * Stores a service's message, then handles it. Each status of an order is stored once, and so is a numbered message.
 * @returns `forged` for a wrong signature, `malformed` if a member is missing, otherwise `stored`
 */
export async function receivePostback(
  parts: PaymentParts,
  service: string,
  rawBody: Buffer,
  headers: Record<string, unknown>,
): Promise<'stored' | 'forged' | 'malformed'> {
  const { clock, log } = parts.platform
  const postback = parts.adapters.get(service)?.readPostback(rawBody, headers, clock.now())
  if (!postback) return 'forged'
  const { transactions, raw, messageId = null } = postback
  if (!transactions) {
    log.warn({ service }, 'a signed postback has no readable transactions')
    return 'malformed'
  }
  const stored: ServicePostbackRow[] = []
  for (const reported of transactions) {
    const row = await storePostback(parts, { service, raw, messageId }, reported)
    if (row) stored.push(row)
  }
  for (const row of stored)
    await handlePostback(parts, row).catch((error: unknown) =>
      log.error({ err: error, postback: row.id }, 'a stored postback failed and will be retried'),
    )
  return 'stored'
}

const storePostback = (
  { platform: { db, clock, id } }: PaymentParts,
  { service, raw, messageId }: { service: string; raw: string; messageId: string | null },
  reported: ReportedPayment,
): Promise<ServicePostbackRow | undefined> =>
  db.kysely
    .insertInto('payments.service_postback')
    .values({
      id: id('pbk'),
      service,
      order_ref: reported.orderRef,
      status: reported.status,
      payment_ref: reported.paymentRef,
      amount_text: reported.amountText.slice(0, amountTextLength),
      currency: reported.currency,
      player_ref: reported.playerRef,
      raw,
      message_id: messageId,
      received_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Handles a stored postback: the service is queried before anything is credited. */
export async function handlePostback(parts: PaymentParts, postback: ServicePostbackRow): Promise<void> {
  const { db, clock } = parts.platform
  const outcome = await outcomeOf(parts, postback)
  if (outcome === undefined) return
  await db.kysely
    .updateTable('payments.service_postback')
    .set({ handled_at: clock.now(), outcome })
    .where('id', '=', postback.id)
    .where('handled_at', 'is', null)
    .execute()
}

async function outcomeOf(parts: PaymentParts, postback: ServicePostbackRow): Promise<string | undefined> {
  const row = await findPayment(parts.platform.db.kysely, postback.payment_ref)
  if (!row || row.service !== postback.service) return 'unknown_payment'
  if (row.service_ref !== null && row.service_ref !== postback.order_ref) return 'other_order'
  if (row.player_id !== postback.player_ref) {
    const confirmed = { serviceRef: postback.order_ref, amountMinor: undefined, currency: postback.currency }
    if (postback.status === 'Success' && row.state !== 'succeeded')
      await reviewPayment(parts, row, confirmed, [operatorText('case_other_player', { service: nameOf(parts, row) })])
    return 'other_player'
  }
  if (row.state === 'succeeded' || row.state === 'refused' || row.state === 'review') {
    // No message reverses a credit; a contradiction is recorded in the payment's steps.
    if (row.state === 'succeeded' && postback.status !== 'Success') await addContradiction(parts, row, postback.status)
    return `already_${row.state}`
  }
  return (await settleRedirect(parts, row, postback))?.state
}

async function addContradiction(parts: PaymentParts, row: ServicePaymentRow, status: string) {
  const { db, clock, id, log } = parts.platform
  const text = textOf('payment_contradicted', { service: nameOf(parts, row), status })
  log.warn({ payment: row.id, service: row.service }, 'the service contradicts a credited payment')
  await db.transaction((tx) => addPaymentStep(tx, id, { of: row.id, at: clock.now(), state: row.state, text }))
}

const nameOf = ({ catalogue }: PaymentParts, row: ServicePaymentRow) => catalogue.find(row.service).displayName

/** Stored postbacks that were not handled in time. */
export const findLeftBehind = ({ platform: { db, clock } }: PaymentParts): Promise<ServicePostbackRow[]> =>
  db.kysely
    .selectFrom('payments.service_postback')
    .selectAll()
    .where('handled_at', 'is', null)
    .where('received_at', '<', new Date(clock.now().getTime() - leftBehindAfterMs))
    .orderBy('received_at')
    .limit(leftBehindAtOnce)
    .execute()
