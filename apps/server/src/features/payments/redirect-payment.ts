import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal, parseAmount } from '@dhow/contract/money'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentParts } from './parts.ts'
import { markets } from '../portal/index.ts'
import { isClosed } from '../deposits/index.ts'
import type { Catalogue } from './catalogue.ts'
import type { Ends } from './end-payment.ts'
import { minorOf, type RedirectService, type Told } from './redirect-service.ts'
import { hasExpired, nextCheckMs, safeReturnUrl, type Service } from './rules.ts'
import { addPaymentStep, findByClientRef, findPayment, movePayment } from './store.ts'
import type { ServicePaymentRow, ServicePostbackRow } from './tables.ts'

export interface PaymentStart {
  /** The service's code. */
  service: string
  session: PlayerSession
  clientRef: string
  returnUrl: string
  amount: string | undefined
  ip: string
  userAgent: string
}

/** The page of a payment is asked for again after this, where its first answer never came. */
const tryAgainAfterMs = 20_000
/** A postback that its process did not live to handle is taken up after this. */
const leftBehindAfterMs = 30_000

/** Payments on the page of a service: started, told of, asked about. `adapters` speaks to each that is configured, by its code. */
export function openRedirects(
  parts: PaymentParts,
  ends: Ends,
  catalogue: Catalogue,
  adapters: ReadonlyMap<string, RedirectService>,
) {
  const { platform, portal } = parts
  const { db, clock, id, log, config } = platform

  return {
    /**
     * Starts a payment, or gives the same page again while it is pending. The row stands before the service hears of it, under an id of ours.
     * @throws Refusal `return_url_refused`, `payment_start_failed` (A-Pay), `payment_page_failed`, `payment_ended`, `key_in_use`, `amount_…`, `deposits_unavailable`,
     * `method_unavailable`
     */
    async start(call: PaymentStart): Promise<ServicePaymentRow & { url: string; service_ref: string }> {
      const { session } = call
      if (!portal.depositsOpen(session.market)) throw new Refusal('deposits_unavailable')
      const adapter = adapters.get(call.service)
      const service = catalogue.find(call.service)
      if (!adapter || session.market !== service.market || isClosed(portal, service.code))
        throw new Refusal('method_unavailable')
      const returnUrl = safeReturnUrl(call.returnUrl, config.origins.portal)
      if (returnUrl === undefined) throw new Refusal('return_url_refused')
      const requestedMinor = amountWithin(call.amount, service, markets[session.market].symbol)

      const row = await begin(call, service, returnUrl, requestedMinor)
      if (row.state === 'pending' && row.url && row.service_ref)
        return { ...row, url: row.url, service_ref: row.service_ref }
      if (row.state !== 'initiating') throw new Refusal('payment_ended')
      const lease = row.isNew ? row : await takeLease(row)
      if (!lease) throw new Refusal('key_in_use')
      const page = await adapter.createPage({
        paymentId: row.id,
        playerId: session.playerId,
        currency: row.currency,
        amountMinor: row.requested_minor,
        returnUrl: row.return_url!,
      })
      const failed = service.code === 'apay' ? 'payment_start_failed' : 'payment_page_failed'
      if (page.state === 'silent') throw new Refusal(failed)
      if (page.state === 'refused') {
        await ends.refuse(lease, 'failed', textOf('payment_not_opened', { service: service.displayName }))
        throw new Refusal(failed)
      }
      const pending = await db.transaction((tx) =>
        ends.move(tx, lease, 'pending', {
          url: page.url,
          service_ref: page.orderRef,
          checks: 0,
          next_check_at: nextCheck(0),
          text: onYourWay(service),
        }),
      )
      return { ...pending, url: page.url, service_ref: page.orderRef }
    },

    /** Status of a payment that the browser started. @throws Refusal `not_found` */
    async ofClient(service: string, playerId: string, clientRef: string): Promise<ServicePaymentRow> {
      const row = await findByClientRef(db.kysely, playerId, service, clientRef)
      if (!row) throw new Refusal('not_found')
      return row
    },

    /**
     * Takes in what a service tells: kept first, then acted upon. The same word about one order is kept once, and so is a message by its number.
     * @returns `forged` where the signature is not right, `malformed` where something is missing, `taken` once it is kept
     */
    async take(
      service: string,
      rawBody: Buffer,
      headers: Record<string, unknown>,
    ): Promise<'taken' | 'forged' | 'malformed'> {
      const postback = adapters.get(service)?.readPostback(rawBody, headers, clock.now())
      if (!postback) return 'forged'
      if (!postback.transactions) {
        log.warn({ service }, 'a signed postback has no transactions that can be read')
        return 'malformed'
      }
      const kept: ServicePostbackRow[] = []
      for (const told of postback.transactions) {
        const row = await db.kysely
          .insertInto('payments.service_postback')
          .values({
            id: id('pbk'),
            service,
            order_ref: told.orderRef,
            status: told.status,
            payment_ref: told.paymentRef,
            amount_text: told.amountText.slice(0, 40),
            currency: told.currency,
            player_ref: told.playerRef,
            raw: postback.raw,
            message_id: postback.messageId ?? null,
            received_at: clock.now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst()
        if (row) kept.push(row as ServicePostbackRow)
      }
      for (const row of kept) {
        await this.handle(row).catch((error: unknown) =>
          log.error({ err: error, postback: row.id }, 'a postback is kept and will be handled again'),
        )
      }
      return 'taken'
    },

    /** Acts upon a postback: the service is asked itself before anything is credited. */
    async handle(postback: ServicePostbackRow): Promise<void> {
      const outcome = await act(postback)
      if (outcome === undefined) return
      await db.kysely
        .updateTable('payments.service_postback')
        .set({ handled_at: clock.now(), outcome })
        .where('id', '=', postback.id)
        .where('handled_at', 'is', null)
        .execute()
    },

    /** Postbacks stored and not handled in time. */
    leftBehind: () =>
      db.kysely
        .selectFrom('payments.service_postback')
        .selectAll()
        .where('handled_at', 'is', null)
        .where('received_at', '<', new Date(clock.now().getTime() - leftBehindAfterMs))
        .orderBy('received_at')
        .limit(20)
        .execute() as Promise<ServicePostbackRow[]>,

    /** The janitor's turn: the service is asked how a payment stands. */
    async resolve(row: ServicePaymentRow): Promise<void> {
      await settle(row)
    },
  }

  function nameOf(row: ServicePaymentRow): string {
    return catalogue.find(row.service).displayName
  }

  async function act(postback: ServicePostbackRow): Promise<string | undefined> {
    const row = await findPayment(db.kysely, postback.payment_ref)
    if (!row || row.service !== postback.service) return 'unknown_payment'
    if (row.service_ref !== null && row.service_ref !== postback.order_ref) return 'other_order'
    if (row.player_id !== postback.player_ref) {
      if (postback.status === 'Success' && row.state !== 'succeeded')
        await ends.review(row, confirmedBy(postback, undefined), `${nameOf(row)} names another player.`)
      return 'other_player'
    }
    if (row.state === 'succeeded' || row.state === 'refused' || row.state === 'review') {
      // No message reverses a credit; a contradiction is recorded in the payment's own steps.
      if (row.state === 'succeeded' && postback.status !== 'Success') await noteContradiction(row, postback.status)
      return `already_${row.state}`
    }
    return (await settle(row, postback))?.state
  }

  /** Asks the service and moves the payment to what it says; undefined where it does not answer. */
  async function settle(row: ServicePaymentRow, postback?: ServicePostbackRow): Promise<ServicePaymentRow | undefined> {
    const told = await adapters.get(row.service)?.status(row.id)
    // A service that is no longer configured is as silent as one that does not answer.
    if (told === undefined || told.state === 'silent') return undefined
    if (told.state === 'unknown' || told.status === 'Pending' || told.paymentRef !== row.id)
      return waitOn(row, postback)
    if (told.status === 'Success') {
      const confirmed = confirmedBy(postback, told)
      if (told.playerRef !== row.player_id) return ends.review(row, confirmed, `${nameOf(row)} names another player.`)
      if (row.service_ref !== null && row.service_ref !== told.orderRef)
        return ends.review(row, confirmed, `${nameOf(row)} names another order.`)
      if (postback?.status === 'Success' && !sameMoney(postback, told))
        return ends.review(row, confirmed, `The postback and ${nameOf(row)}’s own answer name different amounts.`)
      return ends.confirm(row, confirmed)
    }
    const state = told.status === 'Failed' ? 'failed' : 'rejected'
    if (row.state === 'failed' || row.state === 'rejected') return row
    return ends.refuse(row, state, textOf('payment_failed_at', { service: nameOf(row) }))
  }

  /** The service knows of no end yet. What a postback spoke of is asked about soon; a page that ran out has expired. */
  async function waitOn(row: ServicePaymentRow, postback?: ServicePostbackRow): Promise<ServicePaymentRow> {
    const isOpen = row.state === 'pending' || row.state === 'initiating'
    if (isOpen && hasExpired(row.checks)) return ends.expire(row)
    return postback && isOpen ? ends.askSoon(row) : row
  }

  async function noteContradiction(row: ServicePaymentRow, status: string) {
    const text = textOf('payment_contradicted', { service: nameOf(row), status })
    log.warn({ payment: row.id, service: row.service }, 'the service contradicts what was credited')
    await db.transaction((tx) => addPaymentStep(tx, id, { paymentId: row.id, at: clock.now(), state: row.state, text }))
  }

  function nextCheck(checks: number): Date {
    return new Date(clock.now().getTime() + nextCheckMs('redirect', checks)!)
  }

  async function begin(
    { session, clientRef, ip, userAgent }: PaymentStart,
    service: Service,
    returnUrl: string,
    requestedMinor: bigint | null,
  ): Promise<ServicePaymentRow & { isNew: boolean }> {
    const { playerId, currency } = session
    const known = await findByClientRef(db.kysely, playerId, service.code, clientRef)
    if (known) return { ...known, isNew: false }
    const now = clock.now()
    const paymentId = id('pay')
    const row = await db.transaction(async (tx) => {
      // If the payer chooses the amount, it is at least the minimum.
      const amountMinor = requestedMinor ?? service.limits.minMinor
      await parts.limits.refuseDeposit(tx, { playerId, currency, amountMinor })
      const inserted = await tx
        .insertInto('payments.service_payment')
        .values({
          id: paymentId,
          kind: 'redirect',
          service: service.code,
          player_id: playerId,
          currency,
          state: 'initiating',
          client_ref: clientRef,
          return_url: returnUrl,
          requested_minor: requestedMinor,
          next_check_at: nextCheck(0),
          started_at: now,
          updated_at: now,
          ip,
          user_agent: userAgent,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!inserted) return undefined
      await addPaymentStep(tx, id, {
        paymentId,
        at: now,
        state: 'initiating',
        text:
          requestedMinor === null
            ? textOf('payment_started', { service: service.displayName })
            : textOf('payment_started_amount', {
                service: service.displayName,
                amount: formatDecimal(requestedMinor),
                currency,
              }),
      })
      return inserted as ServicePaymentRow
    })
    if (row) return { ...row, isNew: true }
    return { ...(await findByClientRef(db.kysely, playerId, service.code, clientRef))!, isNew: false }
  }

  /** Of several that ask for one payment's page at once, one goes on; undefined for the others. */
  async function takeLease(row: ServicePaymentRow): Promise<ServicePaymentRow | undefined> {
    const now = clock.now()
    if (now.getTime() - row.updated_at.getTime() < tryAgainAfterMs) return undefined
    try {
      return await db.transaction((tx) =>
        movePayment(tx, row, 'initiating', { next_check_at: nextCheck(0), checks: 0, updated_at: now }),
      )
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
}

const sameMoney = (postback: ServicePostbackRow, told: Told) =>
  minorOf(postback.amount_text) === told.amountMinor && postback.currency === told.currency

/** Credit the postback's amount, which the service has confirmed; without a postback, the confirmed one. */
function confirmedBy(postback: ServicePostbackRow | undefined, told: Told | undefined) {
  return {
    serviceRef: told?.orderRef ?? postback!.order_ref,
    amountMinor: told ? told.amountMinor : undefined,
    currency: told?.currency ?? postback!.currency,
  }
}

function amountWithin(amount: string | undefined, { limits }: Service, symbol: string): bigint | null {
  if (amount === undefined) return null
  const { minMinor, maxMinor } = limits
  const amountMinor = parseAmount(amount)
  if (amountMinor === undefined || amountMinor < minMinor) {
    const sentence = `Minimum allowed is ${symbol} ${inWords(minMinor)}`
    throw new Refusal('amount_below_minimum', { fields: { amount: [sentence] }, data: { sentence } })
  }
  if (amountMinor > maxMinor) {
    const sentence = `Maximum allowed is ${symbol} ${inWords(maxMinor)}`
    throw new Refusal('amount_above_maximum', { fields: { amount: [sentence] }, data: { sentence } })
  }
  return amountMinor
}

/** For a player on the way to a service's page. */
export const onYourWay = ({ displayName }: Pick<Service, 'displayName'>) =>
  textOf('payment_on_way', { service: displayName })

/** Without decimals where they say nothing. */
const inWords = (minor: bigint) => formatDecimal(minor).replace(/\.00$/, '')
