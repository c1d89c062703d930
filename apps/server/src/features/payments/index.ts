import type { DepositChoice } from '@dhow/contract/deposits'
import type { HistoryQuery, Market } from '@dhow/contract/shapes'
import type { Db, Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { PlayerSession, StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { openAPay } from './a-pay.ts'
import { openCatalogue } from './catalogue.ts'
import { choosePayment } from './choose-payment.ts'
import { openEnds } from './end-payment.ts'
import { openMethodAdmin } from './method-admin.ts'
import type { PaymentParts } from './parts.ts'
import { readHistory } from './read-history.ts'
import { readOpenMethods } from './read-methods.ts'
import { openPaymentReader } from './read-payments.ts'
import { openVouchers } from './redeem-voucher.ts'
import { openRedirects } from './redirect-payment.ts'
import type { RedirectService } from './redirect-service.ts'
import { openServiceStates } from './rules.ts'
import { registerCases, settleCase } from './settle-case.ts'
import { openStandardService } from './standard-service.ts'
import { findPayment, openMinorOf } from './store.ts'
import { httpIssuer } from './voucher-issuer.ts'

export { paymentInvariants } from './invariants.ts'
export { openServiceStates, servicesOf } from './rules.ts'

/** How often payments that are due are asked about. */
const cleanEachMs = 5_000

export type Payments = ReturnType<typeof openPayments>

/**
 * Vouchers and redirect payments, which are deposits that an outside service confirms; and what they share with manual deposits: the chooser of
 * methods, the history, and one page a payment.
 */
export function openPayments(parts: PaymentParts) {
  const { platform, deposits } = parts
  const { db, log, config } = platform
  const catalogue = openCatalogue(parts)
  const ends = openEnds(parts, catalogue)
  registerCases(parts, ends)
  const reader = openPaymentReader(parts, catalogue)
  const issuer = config.voucher && httpIssuer(config.voucher, config.serviceTimeoutMs)
  const adapters = new Map<string, RedirectService>()
  if (config.aPay) adapters.set('apay', openAPay(config.aPay, config.serviceTimeoutMs))
  for (const row of config.paymentServices) adapters.set(row.code, openStandardService(row, config.serviceTimeoutMs))
  const vouchers = openVouchers(parts, ends, catalogue, issuer)
  const redirects = openRedirects(parts, ends, catalogue, adapters)
  /** A service without its settings is not offered. */
  const isConfigured = (code: string) => (code === 'kazang' ? issuer !== undefined : adapters.has(code))

  /** Asks about what is due and continues what was left behind; one that fails does not stop the others. */
  async function clean(): Promise<void> {
    const settle = async (id: string, turn: Promise<void>) =>
      turn.catch((error: unknown) => log.error({ err: error, payment: id }, 'a payment could not be resolved'))
    for (const row of await redirects.leftBehind()) await settle(row.id, redirects.handle(row))
    // Claimed rows are due later, so the loop ends.
    for (let due = await ends.takeDue(); due.length > 0; due = await ends.takeDue())
      for (const row of due) await settle(row.id, (row.kind === 'voucher' ? vouchers : redirects).resolve(row))
  }
  const stop = every(platform, 'service-payments', cleanEachMs, clean)

  return {
    waitingFor: parts.approvals.changes.waitingFor,
    reader,
    vouchers,
    redirects,
    catalogue,
    admin: openMethodAdmin(parts, catalogue, isConfigured),
    clean,

    /** The methods that are open in a market now, for the players' chooser. */
    openMethods: (market: Market) =>
      readOpenMethods(
        parts,
        catalogue.all().filter(({ code }) => isConfigured(code)),
        market,
      ),
    /** Every deposit of a player, manual or by a service, newest first. */
    history: (playerId: string, query: HistoryQuery) => readHistory(deposits, reader, playerId, query),
    find: (paymentId: string, reader: Db = db.kysely) => findPayment(reader, paymentId),
    /** Sum of a player's open payments, in minor units. */
    openMinor: (tx: Tx, playerId: string) => openMinorOf(tx, playerId),

    /** One deposit of a player, manual or by a service, with its timeline and the question about a break. @throws Refusal `not_found` */
    async ownPayment(id: string, playerId: string) {
      if (!id.startsWith('pay_')) {
        const deposit = await deposits.find(id)
        if (deposit?.player_id !== playerId) throw new Refusal('not_found')
        return deposits.ownReply(deposit)
      }
      const row = await findPayment(db.kysely, id)
      if (row?.player_id !== playerId) throw new Refusal('not_found')
      const isOpen = openServiceStates.some((state) => state === row.state)
      const choice = isOpen ? await deposits.creditGate.askedOf(db.kysely, row) : undefined
      return { ...reader.ownReply(row), choice: choice ?? null, timeline: await reader.timeline(id) }
    },

    /** @throws Refusal as `chooseDeposit` and `choosePayment` */
    choose: (id: string, session: PlayerSession, choice: DepositChoice) =>
      id.startsWith('pay_') ? choosePayment(parts, id, session, choice) : deposits.choose(id, session, choice),

    /** @throws Refusal as `settleCase` */
    settleCase: (paymentId: string, by: StaffSession, decision: Parameters<typeof settleCase>[4]) =>
      settleCase(parts, ends, paymentId, by, decision),

    close: stop,
  }
}
