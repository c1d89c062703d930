import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { actionOn } from './action-on.ts'
import { netOf } from './batch-store.ts'
import type { WithdrawalParts } from './parts.ts'
import { accountsOf, numberOf } from './payout-accounts.ts'
import { enterGate, reasonsAgainstPayout } from './payout-gate.ts'
import type { PayoutAnswer } from './payout-service.ts'
import { markFailed, markReturned } from './return-money.ts'
import { markPaid, markSent, markUnknown } from './send-money.ts'
import { moveWithdrawal, noteWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Delays of queries to the service; afterwards once a day, as long as money is in transit. */
const openChecksMs = [30 * second, minute, 5 * minute, 15 * minute, hour, 6 * hour]
/** A bank may return money for days: a paid payout is first checked after this. */
const firstPaidCheckMs = hour
const paidChecksMs = [firstPaidCheckMs, day, 2 * day, 4 * day]
/** Payouts whose process stopped before ordering are retried after this. */
const abandonedAfterMs = minute
const dueAtOnce = 20

/**
 * Orders an approved withdrawal. It is marked as sent before the service is called, so that a crash leaves a record to
 * query.
 * @throws Refusal `payouts_not_configured`, `withdrawal_state_changed`, and the gate's
 */
export async function sendPayout(
  parts: WithdrawalParts,
  withdrawalId: string,
  by: StaffSession,
  { version }: { version: number },
): Promise<WithdrawalRow> {
  if (!parts.service) throw new Refusal('payouts_not_configured')
  const sent = await parts.platform.db.transaction(async (tx) => {
    const row = await enterGate(parts, tx, withdrawalId, 'order', version)
    if (row.state !== 'approved') throw new Refusal('withdrawal_state_changed')
    await parts.approvals.note(tx, by, [actionOn(row, 'withdrawal_send')])
    return markSent(parts, tx, row, by, { by_service: true, next_check_at: later(parts, abandonedAfterMs) })
  })
  return apply(parts, sent.id, await order(parts, sent))
}

/** Queries the service about payouts with unknown results, and about paid ones that may be returned. */
export async function checkDuePayouts(parts: WithdrawalParts): Promise<void> {
  if (!parts.service) return
  for (const row of await leaseDue(parts))
    await ask(parts, row).catch((error: unknown) =>
      parts.platform.log.error({ err: error, withdrawal: row.id }, 'a payout could not be resolved'),
    )
}

/** Leases payouts due for a check, each to one process, and schedules their next one. */
const leaseDue = ({ platform: { db, clock } }: WithdrawalParts) =>
  db.transaction(async (tx) => {
    const now = clock.now()
    const due = await tx
      .selectFrom('withdrawals.withdrawal')
      .selectAll()
      .where('next_check_at', '<=', now)
      .where('by_service', '=', true)
      .orderBy('next_check_at')
      .limit(dueAtOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    const leased: WithdrawalRow[] = []
    for (const row of due) {
      const checks = row.checks + 1
      const waitMs = row.state === 'paid' ? paidChecksMs[checks] : (openChecksMs[checks] ?? day)
      const next_check_at = waitMs === undefined ? null : new Date(now.getTime() + waitMs)
      leased.push(await noteWithdrawal(tx, row, { checks, next_check_at, updated_at: row.updated_at }))
    }
    return leased
  })

async function order(parts: WithdrawalParts, row: WithdrawalRow): Promise<PayoutAnswer> {
  const account = (await accountsOf(parts, [row]))(row)
  return required(parts.service, 'payout service').order({
    reference: row.pay_code,
    amountMinor: netOf(row),
    currency: row.currency,
    kind: account.kind,
    holder: account.holder,
    number: numberOf(parts, account),
    branch: account.branch,
    bank: account.bank,
  })
}

/** Writes the service's answer, unless another process did meanwhile. */
async function apply(parts: WithdrawalParts, withdrawalId: string, answer: PayoutAnswer): Promise<WithdrawalRow> {
  return parts.platform.db.transaction(async (tx) => {
    const row = await enterGate(parts, tx, withdrawalId, 'mark-sent-paid')
    const isOpen = row.state === 'sent' || row.state === 'unknown'
    if (row.state === 'paid' && answer.state === 'returned')
      return markReturned(parts, tx, row, 'The payout service reported it', undefined)
    if (!isOpen) return row
    switch (answer.state) {
      case 'paid':
        return markPaid(parts, tx, row, answer.reference, undefined, later(parts, firstPaidCheckMs))
      case 'returned':
        return markFailed(parts, tx, row, 'returned', 'The payout service reported a return', undefined)
      case 'failed':
        return markFailed(parts, tx, row, 'bank_refused', answer.reason, undefined)
      case 'pending': {
        const change = { updated_at: row.updated_at, service_ref: answer.reference ?? row.service_ref }
        if (row.state === 'unknown') return moveWithdrawal(tx, row, 'sent', change)
        return change.service_ref === row.service_ref ? row : noteWithdrawal(tx, row, change)
      }
      default:
        return row.state === 'sent' ? markUnknown(parts, tx, row) : row
    }
  })
}

async function ask(parts: WithdrawalParts, row: WithdrawalRow): Promise<WithdrawalRow> {
  const { db, log } = parts.platform
  const status = await required(parts.service, 'payout service').status(row.pay_code)
  // Unknown to the service: order it again under the same reference, unless it must no longer be sent.
  if (status.state !== 'missing' || row.state === 'paid') return apply(parts, row.id, status)
  const reasons = await reasonsAgainstPayout(parts, db.kysely, 'order', row)
  if (reasons.length === 0) return apply(parts, row.id, await order(parts, row))
  log.warn(
    { withdrawal: row.id, reasons: reasons.map(({ code }) => code) },
    'a payout is on hold and not ordered again',
  )
  return apply(parts, row.id, status)
}

const later = ({ platform: { clock } }: WithdrawalParts, ms: number) => new Date(clock.now().getTime() + ms)
