import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { isClosed, normaliseReference } from '../deposits/index.ts'
import type { Settlement } from '../../platform/attempts.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentParts } from './parts.ts'
import type { Ends } from './end-payment.ts'
import type { Catalogue } from './catalogue.ts'
import { voucherDigits, type Service } from './rules.ts'
import { addPaymentStep, findByPin, findPayment } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'
import { voucherUses } from './voucher-limits.ts'
import type { CheckAnswer, VoucherIssuer } from './voucher-issuer.ts'

export interface VoucherCall {
  session: PlayerSession
  pin: string
  ip: string
  userAgent: string
}

const service = 'kazang' as const
/** A redemption that its process did not live to finish is asked about after this. */
const abandonedAfterMs = 60_000

/** One answer for what is used, expired, blocked, of another currency or never was, so that nobody learns anything by asking. */
const refused = () =>
  new Refusal('voucher_refused', {
    fields: { pin: ['This voucher cannot be used. Please check its number.'] },
    data: { sentence: 'This voucher cannot be used. Please check its number.' },
  })

/** Said before the issuer is asked to redeem it, so that the voucher stays good. */
function refuseOutside(worthMinor: bigint, { limits }: Service, { currency }: VoucherCall['session']) {
  const refuse = (code: 'amount_below_minimum' | 'amount_above_maximum', sentence: string): never => {
    throw new Refusal(code, { fields: { pin: [sentence] }, data: { sentence } })
  }
  if (worthMinor < limits.minMinor)
    refuse('amount_below_minimum', `We accept vouchers from ${formatMoney(limits.minMinor, currency)}.`)
  if (worthMinor > limits.maxMinor)
    refuse('amount_above_maximum', `We accept vouchers up to ${formatMoney(limits.maxMinor, currency)}.`)
}

export function openVouchers(parts: PaymentParts, ends: Ends, catalogue: Catalogue, issuer: VoucherIssuer | undefined) {
  const { platform, secrets, attempts } = parts
  const { db, clock, id } = platform

  function issuerFor({ session }: VoucherCall): VoucherIssuer {
    if (!parts.portal.depositsOpen(session.market)) throw new Refusal('deposits_unavailable')
    if (!issuer || session.market !== catalogue.find(service).market || isClosed(parts.portal, service))
      throw new Refusal('method_unavailable')
    return issuer
  }

  function digitsOf({ pin }: VoucherCall): string {
    const digits = voucherDigits(normaliseReference(pin))
    if (digits === undefined) throw refused()
    return digits
  }

  /** Counts a try before the issuer is asked, as one that is wrong. @throws Refusal `too_many_requests` with the seconds to wait */
  const counted = async ({ session, ip }: VoucherCall) =>
    (await attempts.take(voucherUses(attempts, session.playerId, ip), 'too_many_requests')).ifRight

  return {
    /** Current value of a voucher. @throws Refusal `voucher_refused`, `amount_…`, `voucher_service_silent`, `too_many_requests` */
    async check(call: VoucherCall) {
      const asked = issuerFor(call)
      const pin = digitsOf(call)
      const ifRight = await counted(call)
      const amountMinor = await this.judge(await asked.check(pin), call, ifRight)
      return { last4: pin.slice(-4), amountMinor }
    },

    /**
     * Redeems a voucher under a reference of ours that stands in the database before the issuer hears of it. The same voucher from the same
     * player is the same redemption, however often it comes.
     * @throws Refusal `voucher_refused`, `voucher_service_silent`, `too_many_requests`, `deposits_blocked`, `deposit_limit_reached`
     */
    async redeem(call: VoucherCall): Promise<ServicePaymentRow> {
      const asked = issuerFor(call)
      const pin = digitsOf(call)
      const pinMac = secrets.mac('voucher-pin', `${service}:${pin}`)
      const { playerId } = call.session
      const earlier = () => findByPin(db.kysely, service, pinMac)
      const known = await earlier()
      if (known?.player_id === playerId) return known
      const ifRight = await counted(call)
      const answer = await asked.check(pin)
      // A call of the player's own may have redeemed it in the meantime, so that the issuer calls it used.
      const mine = await earlier()
      if (mine?.player_id === playerId) {
        await attempts.giveBack(ifRight)
        return mine
      }
      const worth = await this.judge(answer, call, ifRight)
      if (known) throw refused()
      const begun = await begin(call, pin, pinMac, worth)
      if (begun.player_id !== playerId) throw refused()
      if (!begun.isNew) return begun
      const row = await this.ask(asked, begun, pin)
      if (row.state === 'declined') throw refused()
      return row
    },

    /** Result of the issuer's answer; attempts that succeed or get no answer are not counted. */
    async judge(answer: CheckAnswer, { session }: VoucherCall, ifRight: Settlement[]): Promise<bigint> {
      const isGood = answer.state === 'valid' && answer.currency === session.currency
      const worth = isGood ? answer.amountMinor : undefined
      if (worth) await attempts.right(ifRight, session.playerId)
      if (answer.state === 'silent') {
        await attempts.giveBack(ifRight)
        throw new Refusal('voucher_service_silent')
      }
      if (!worth) throw refused()
      refuseOutside(worth, catalogue.find(service), session)
      return worth
    },

    /** Asks the issuer by the payment's own reference, and writes down how it ended, or that nobody knows. */
    async ask(asked: VoucherIssuer, row: ServicePaymentRow, pin: string): Promise<ServicePaymentRow> {
      const answer = await asked.redeem(pin, row.id)
      if (answer.state === 'silent') return ends.wait(row)
      if (answer.state === 'refused') return ends.refuse(row, 'declined', textOf('voucher_unusable', {}))
      const { reference, amountMinor, currency, change } = answer
      return ends.confirm(row, { serviceRef: reference, amountMinor, currency, change })
    },

    /** The janitor's turn: a voucher whose end is not known is asked about with its own number and its own reference. */
    async resolve(row: ServicePaymentRow): Promise<void> {
      if (!issuer || !row.pin_sealed) return
      await this.ask(issuer, row, secrets.open('voucher-pin', row.pin_sealed))
    },

    /** The voucher for the rest, to its owner; the look is written down. @throws Refusal `not_found` */
    change(paymentId: string, playerId: string) {
      return db.transaction(async (tx) => {
        const row = await findPayment(tx, paymentId)
        if (!row?.change_sealed || row.player_id !== playerId) throw new Refusal('not_found')
        await addPaymentStep(tx, id, {
          paymentId,
          at: clock.now(),
          state: row.state,
          text: textOf('voucher_change_seen', {}),
        })
        return { pin: secrets.open('voucher-change', row.change_sealed), amountMinor: row.change_minor! }
      })
    },
  }

  /** Writes that a voucher is being redeemed, or finds who was faster. */
  async function begin(
    { session, ip, userAgent }: VoucherCall,
    pin: string,
    pinMac: Buffer,
    worthMinor: bigint,
  ): Promise<ServicePaymentRow & { isNew: boolean }> {
    const now = clock.now()
    const paymentId = id('pay')
    const last4 = pin.slice(-4)
    const { playerId, currency } = session
    const row = await db.transaction(async (tx) => {
      await parts.limits.refuseDeposit(tx, { playerId, currency, amountMinor: worthMinor })
      const inserted = await tx
        .insertInto('payments.service_payment')
        .values({
          id: paymentId,
          kind: 'voucher',
          service,
          player_id: playerId,
          currency,
          state: 'redeeming',
          requested_minor: worthMinor,
          pin_mac: pinMac,
          pin_last4: last4,
          pin_sealed: secrets.seal('voucher-pin', pin),
          next_check_at: new Date(now.getTime() + abandonedAfterMs),
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
        state: 'redeeming',
        text: textOf('voucher_started', { digits: last4, amount: formatDecimal(worthMinor), currency }),
      })
      return inserted as ServicePaymentRow
    })
    if (row) return { ...row, isNew: true }
    const other = await findByPin(db.kysely, service, pinMac)
    // A concurrent attempt may just have been declined.
    if (!other) throw refused()
    return { ...other, isNew: false }
  }
}
