import type { PaymentParts } from './parts.ts'
import { findLeftBehind, handlePostback } from './postbacks.ts'
import { resolveVoucher } from './redeem-voucher.ts'
import { leaseDuePayments } from './schedule-checks.ts'
import { settleRedirect } from './settle-redirect.ts'
import type { ServicePaymentRow } from './tables.ts'

/** How to query the result of a payment, by kind. */
const resolvers = {
  voucher: resolveVoucher,
  redirect: settleRedirect,
} as const satisfies Record<
  ServicePaymentRow['kind'],
  (parts: PaymentParts, row: ServicePaymentRow) => Promise<unknown>
>

/** Queries due payments and handles leftover postbacks; a failure does not stop the others. */
export async function resolveDuePayments(parts: PaymentParts): Promise<void> {
  const { log } = parts.platform
  const logFailure = (id: string, work: Promise<unknown>) =>
    work.catch((error: unknown) => log.error({ err: error, payment: id }, 'a payment could not be resolved'))
  for (const row of await findLeftBehind(parts)) await logFailure(row.id, handlePostback(parts, row))
  // Leased rows are due later, so the loop ends.
  for (let due = await leaseDuePayments(parts); due.length > 0; due = await leaseDuePayments(parts))
    for (const row of due) await logFailure(row.id, resolvers[row.kind](parts, row))
}
