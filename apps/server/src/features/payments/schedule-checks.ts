import { operatorText } from '@dhow/contract/operator-texts'
import { textOf } from '@dhow/contract/player-texts'
import { isOneOf } from '@dhow/contract/records'
import { advancePayment } from './advance-payment.ts'
import { updateUnlessMoved } from './concurrent-moves.ts'
import type { PaymentParts } from './parts.ts'
import { sendToReview } from './review-payment.ts'
import { checkUntilMs, isLastCheck, nextCheckMs } from './rules.ts'
import { notePayment } from './store.ts'
import type { ServicePaymentRow } from './tables.ts'

/** Delay before a service is queried about a payment named in its message. */
const soonMs = 30_000
const dueAtOnce = 20

/** Schedules the next query to an issuer that has not answered; after the last one the payment goes to review. */
export async function waitForIssuer(parts: PaymentParts, row: ServicePaymentRow): Promise<ServicePaymentRow> {
  const { db, clock } = parts.platform
  if (row.state === 'redeeming') {
    const next_check_at = nextCheckOfOpenAt(clock.now(), 'voucher', row.checks)
    const text = textOf('voucher_waiting', {})
    return updateUnlessMoved(parts, row, () =>
      db.transaction((tx) => advancePayment(parts, tx, row, 'unknown', { next_check_at, text })),
    )
  }
  if (!isLastCheck('voucher', row.checks)) return row
  const nothing = { serviceRef: '', amountMinor: undefined, currency: row.currency }
  return updateUnlessMoved(parts, row, () =>
    sendToReview(parts, row, nothing, [operatorText('case_silent_issuer', {})]),
  )
}

/** Schedules a query about a payment named in a message but not confirmed yet. */
export const checkSoon = (parts: PaymentParts, row: ServicePaymentRow) =>
  updateUnlessMoved(parts, row, () => {
    const { db, clock } = parts.platform
    const now = clock.now()
    const next_check_at = new Date(now.getTime() + soonMs)
    return db.transaction((tx) => notePayment(tx, row, { next_check_at, updated_at: now }))
  })

/**
 * Leases payments due for a query, each to one process, and schedules their next one. The caller queries the service
 * outside any transaction.
 */
export const leaseDuePayments = ({ platform: { db, clock } }: PaymentParts) =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const due = await tx
      .selectFrom('payments.service_payment')
      .selectAll()
      .where('next_check_at', '<=', now)
      .orderBy('next_check_at')
      .limit(dueAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    const leased: ServicePaymentRow[] = []
    for (const row of due) {
      const checks = row.checks + 1
      const timeOf = isOpen(row) ? nextCheckOfOpenAt : nextCheckAt
      const next_check_at = timeOf(now, row.kind, checks)
      leased.push(await notePayment(tx, row, { checks, next_check_at, updated_at: now }))
    }
    return leased
  })

/** Time of the query after `checks` ones; null if there is no further one. */
export function nextCheckAt(now: Date, kind: 'voucher' | 'redirect', checks: number): Date | null {
  const waitMs = nextCheckMs(kind, checks)
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs)
}

/** Time of the query of an open payment after `checks` ones; there is always a further one. */
const nextCheckOfOpenAt = (now: Date, kind: 'voucher' | 'redirect', checks: number): Date =>
  nextCheckAt(now, kind, checks) ?? new Date(now.getTime() + checkUntilMs[kind])

const isOpen = ({ state }: ServicePaymentRow) => isOneOf(['redeeming', 'unknown', 'initiating', 'pending'], state)
