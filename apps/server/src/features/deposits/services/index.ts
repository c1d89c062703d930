import type { Db } from '../../../platform/db/index.ts'
import { every } from '../../../platform/every.ts'
import type { StaffSession } from '../../../platform/http/call.ts'
import type { Invariant } from '../../wallet/index.ts'
import type { DepositParts } from '../index.ts'
import { openAPay } from './a-pay.ts'
import { openCatalogue } from './catalogue.ts'
import { openEnds } from './end-payment.ts'
import { openPaymentReader } from './read-payments.ts'
import { openRedirects } from './redirect-payment.ts'
import { openVouchers } from './redeem-voucher.ts'
import type { RedirectService } from './redirect-service.ts'
import type { Service } from './rules.ts'
import { openStandardService } from './standard-service.ts'
import { registerCases, settleCase } from './settle-case.ts'
import { findPayment } from './store.ts'
import { httpIssuer } from './voucher-issuer.ts'

export const serviceInvariants: Invariant[] = [
  {
    name: 'service_payments',
    title:
      'Each credited voucher and redirect payment has exactly its posting, of its amount and player, and each such posting its payment',
    sql: `select coalesce(payment.id, posting.key) from (select * from service_payment where state = 'succeeded') payment
          full join (select * from posting_beside_games where reason in ('voucher', 'payment')) posting on posting.id = payment.posting_id
          where payment.id is null or posting.id is null or posting.player_id <> payment.player_id
             or posting.key <> (case payment.kind when 'voucher' then 'voucher:' else 'payment:' end) || payment.service || ':' || payment.service_ref
             or payment.credited_minor <> (select sum(amount_minor) from ledger_transfer where posting_id = posting.id and credit = 'cash')`,
  },
  {
    name: 'service_payments_open',
    title: 'No voucher and no payment page stands between two states without being asked about again',
    sql: `select id from service_payment
          where state in ('redeeming', 'unknown', 'initiating', 'pending') and next_check_at is null
             or pin_sealed is null and state in ('redeeming', 'unknown')`,
  },
]

/** How often the janitor looks for what is due. */
const janitorEachMs = 5_000

/** Vouchers and redirect payments: deposits that an outside service confirms. */
export function openServices(parts: DepositParts) {
  const { db, log, config } = parts.platform
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

  /** Asks about what is due and takes up what was left behind; one that fails does not stop the others. */
  async function clean(): Promise<void> {
    const take = async (id: string, turn: Promise<void>) =>
      turn.catch((error: unknown) => log.error({ err: error, payment: id }, 'a payment could not be resolved'))
    for (const row of await redirects.leftBehind()) await take(row.id, redirects.handle(row))
    // Claimed rows are due later, so the loop ends.
    for (let due = await ends.takeDue(); due.length > 0; due = await ends.takeDue())
      for (const row of due) await take(row.id, (row.kind === 'voucher' ? vouchers : redirects).resolve(row))
  }
  const stop = every(parts.platform, 'service-payments', janitorEachMs, clean)

  return {
    waitingFor: parts.approvals.changes.waitingFor,
    reader,
    vouchers,
    redirects,
    clean,
    find: (paymentId: string, reader: Db = db.kysely) => findPayment(reader, paymentId),
    settleCase: (paymentId: string, by: StaffSession, act: Parameters<typeof settleCase>[4]) =>
      settleCase(parts, ends, paymentId, by, act),
    /** Configured services; a service without its settings is not offered. */
    configured: (): Service[] =>
      catalogue.all().filter(({ code }) => (code === 'kazang' ? issuer !== undefined : adapters.has(code))),
    catalogue,
    close: stop,
  }
}
