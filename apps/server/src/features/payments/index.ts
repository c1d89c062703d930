import type { DepositChoice } from '@dhow/contract/deposits'
import type { Market } from '@dhow/contract/shapes'
import { bind } from '../../platform/bind.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { every } from '../../platform/every.ts'
import type { PlayerSession } from '../../platform/http/call.ts'
import { openAPay } from './a-pay.ts'
import { assignCase, listSettlers, readAssigned } from './assign-case.ts'
import { cancelPayment } from './cancel-payment.ts'
import { openCatalogue } from './catalogue.ts'
import { checkVoucher } from './check-voucher.ts'
import { readDepositStops, findFullKinds } from './deposit-options.ts'
import { choosePayment } from './choose-payment.ts'
import { keysOfPayments } from './credit-payment.ts'
import { listPayments } from './list-payments.ts'
import { openMethodAdmin } from './method-admin.ts'
import type { GivenParts, PaymentParts } from './parts.ts'
import { caseReply, listCases, readWaiting } from './payment-cases.ts'
import { ownReply, paymentReply, readTimeline } from './payment-reply.ts'
import { receivePostback } from './postbacks.ts'
import { readHistory } from './read-history.ts'
import { isConfigured, readOpenMethods } from './read-methods.ts'
import { readOwnPayment } from './read-own-payment.ts'
import { redeemVoucher } from './redeem-voucher.ts'
import { findByReference } from './find-by-reference.ts'
import { findRedirect } from './find-redirect.ts'
import { resolveDuePayments } from './resolve-payments.ts'
import { registerCases, settleCase } from './settle-case.ts'
import { showVoucherChange } from './show-voucher-change.ts'
import { openStandardService } from './standard-service.ts'
import { startRedirect } from './start-redirect.ts'
import { findPayment, findStepsOfAll, sumOpenMinor } from './store.ts'
import { httpIssuer } from './voucher-issuer.ts'

export { paymentInvariants } from './invariants.ts'
export { openServiceStates, servicesOf } from './rules.ts'

/** Interval of checks of due payments. */
const resolveEachMs = 5_000

export type Payments = ReturnType<typeof openPayments>

/**
 * Vouchers and redirect payments, which an outside service confirms, and their common parts with manual deposits: the
 * method chooser, the history, and a page per payment.
 */
export function openPayments(given: GivenParts) {
  const { platform, deposits } = given
  const { db } = platform
  const parts: PaymentParts = { ...given, catalogue: openCatalogue(given), ...openServices(given) }
  registerCases(parts)
  const stop = every(platform, 'service-payments', resolveEachMs, () => resolveDuePayments(parts))

  return {
    waitingFor: parts.approvals.changes.waitingFor,
    noteVisit: parts.noteVisit,
    /** Records that a player chose a service; unknown codes are ignored, because anybody could send them. */
    noteChoice({ playerId, market }: PlayerSession, method: string): void {
      if (parts.catalogue.all().some(({ code }) => code === method))
        parts.noteVisit({ playerId, market, step: 'chose', method })
    },
    catalogue: parts.catalogue,
    admin: openMethodAdmin(parts),
    /** Payments for players and operators. */
    reader: bind(parts, {
      reply: paymentReply,
      ownReply,
      timeline: readTimeline,
      history: listPayments,
      ...{ cases: listCases, casesWaiting: readWaiting, casesOf: readAssigned, caseReply },
      byReference: findByReference,
    }),
    vouchers: bind(parts, { check: checkVoucher, redeem: redeemVoucher, change: showVoucherChange }),
    redirects: bind(parts, { start: startRedirect, ofClient: findRedirect, receive: receivePostback }),
    ...bind(parts, {
      /** Checks due payments with their services, and handles leftover postbacks. */
      clean: resolveDuePayments,
      /** A player's deposit, manual or by a service, with its timeline. @throws Refusal `not_found` */
      ownPayment: readOwnPayment,
      /** Decides a payment in review. @throws Refusal as `settleCase` */
      settleCase,
      /** Assigns a payment in review to an operator. @throws Refusal as `assignCase` */
      assignCase,
      /** All deposits of a player, manual or by a service, newest first. */
      history: readHistory,
      keysOfPayments,
      /** Why a player cannot deposit now, the widest reason first. */
      stops: readDepositStops,
      findFullKinds,
    }),

    settlers: () => listSettlers(parts),
    /** Methods open in a market now, for the players' chooser. */
    openMethods: (market: Market, playerId?: string) =>
      readOpenMethods(
        parts,
        parts.catalogue.all().filter(({ code }) => isConfigured(parts, code)),
        market,
        playerId,
      ),
    /** Steps of several deposits, manual or by a service, for their player. */
    async stepsOf(ids: readonly string[]) {
      const served = (id: string) => id.startsWith('pay_')
      return [
        ...(await deposits.stepsOf(ids.filter((id) => !served(id)))),
        ...(await findStepsOfAll(db.kysely, ids.filter(served))),
      ]
    },
    find: (paymentId: string, reader: Db = db.kysely) => findPayment(reader, paymentId),
    /** Sum of a player's open payments, in minor units. */
    openMinor: (tx: Tx, playerId: string) => sumOpenMinor(tx, playerId),

    /** @throws Refusal as `cancelDeposit` and `cancelPayment` */
    cancel: async (id: string, session: PlayerSession): Promise<void> => {
      if (id.startsWith('pay_')) await cancelPayment(parts, id, session)
      else await deposits.cancel(id, session)
    },

    /** @throws Refusal as `chooseDeposit` and `choosePayment` */
    choose: (id: string, session: PlayerSession, choice: DepositChoice) =>
      id.startsWith('pay_') ? choosePayment(parts, id, session, choice) : deposits.choose(id, session, choice),

    close: stop,
  }
}

/** The configured services; others are not offered. */
function openServices({ platform: { config } }: GivenParts): Pick<PaymentParts, 'issuer' | 'adapters'> {
  const { voucher, aPay, paymentServices, serviceTimeoutMs } = config
  return {
    issuer: voucher && httpIssuer(voucher, serviceTimeoutMs),
    adapters: new Map([
      ...(aPay ? [['apay', openAPay(aPay, serviceTimeoutMs)] as const] : []),
      ...paymentServices.map((row) => [row.code, openStandardService(row, serviceTimeoutMs)] as const),
    ]),
  }
}
