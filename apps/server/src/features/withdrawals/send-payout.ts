import { every } from '../../platform/every.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WithdrawalParts } from './index.ts'
import { actionOn } from './action-on.ts'
import type { PayoutEnds } from './end-payout.ts'
import type { openPayoutAccounts } from './payout-accounts.ts'
import type { Gate } from './payout-gate.ts'
import type { PayoutAnswer, PayoutService } from './payout-service.ts'
import { moveWithdrawal, noteWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** When the service is asked again; from then on once a day, because money in transit is never left alone. */
const openChecksMs = [30 * second, minute, 5 * minute, 15 * minute, hour, 6 * hour]
/** A bank sends money back within days: a payout that was paid is looked at this often. */
const paidChecksMs = [hour, day, 2 * day, 4 * day]
/** Payouts whose process stopped before ordering are retried after this. */
const abandonedAfterMs = minute
const janitorEachMs = 5 * second

/** Payouts through a service: ordered under our own reference, asked about until their end is known. */
export function openPayoutSending(
  parts: WithdrawalParts,
  ends: PayoutEnds,
  { gate, payoutAccounts }: { gate: Gate; payoutAccounts: ReturnType<typeof openPayoutAccounts> },
  service: PayoutService | undefined,
) {
  const { db, clock, log } = parts.platform
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  async function order(row: WithdrawalRow): Promise<PayoutAnswer> {
    const account = (await payoutAccounts.find(db.kysely, row.player_id, row.payout_account_id))!
    return service!.order({
      reference: row.pay_code,
      amountMinor: row.amount_minor - row.fee_minor,
      currency: row.currency,
      kind: account.kind,
      holder: account.holder,
      number: payoutAccounts.numberOf(account),
      branch: account.branch,
      bank: account.bank,
    })
  }

  /** Writes down what the service said, unless somebody else did in the meantime. */
  async function apply(withdrawalId: string, answer: PayoutAnswer): Promise<WithdrawalRow> {
    return db.transaction(async (tx) => {
      const row = await gate.enter(tx, withdrawalId, 'mark-sent-paid')
      const isOpen = row.state === 'sent' || row.state === 'unknown'
      if (row.state === 'paid' && answer.state === 'returned')
        return ends.returned(tx, row, 'The payout service says so', undefined)
      if (!isOpen) return row
      switch (answer.state) {
        case 'paid':
          return ends.paid(tx, row, answer.reference, undefined, later(paidChecksMs[0]!))
        case 'returned':
          return ends.failed(tx, row, 'returned', 'The payout service says that it came back', undefined)
        case 'failed':
          return ends.failed(tx, row, 'bank_refused', answer.reason, undefined)
        case 'pending': {
          const change = { updated_at: row.updated_at, service_ref: answer.reference ?? row.service_ref }
          if (row.state === 'unknown') return moveWithdrawal(tx, row, 'sent', change)
          return change.service_ref === row.service_ref ? row : noteWithdrawal(tx, row, change)
        }
        default:
          return row.state === 'sent' ? ends.unknown(tx, row) : row
      }
    })
  }

  async function ask(row: WithdrawalRow): Promise<WithdrawalRow> {
    const status = await service!.status(row.pay_code)
    // The service does not know it: it is ordered again, under the same reference, unless it must not go out by now.
    if (status.state !== 'missing' || row.state === 'paid') return apply(row.id, status)
    const reasons = await gate.mayMoneyGoOut(db.kysely, 'order', row)
    if (reasons.length === 0) return apply(row.id, await order(row))
    log.warn(
      { withdrawal: row.id, reasons: reasons.map(({ code }) => code) },
      'a payout is kept back and not ordered again',
    )
    return apply(row.id, status)
  }

  /** Takes what is due, each by one process, and sets when it is due again. */
  const takeDue = () =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const due = (await tx
        .selectFrom('withdrawals.withdrawal')
        .selectAll()
        .where('next_check_at', '<=', now)
        .where('by_service', '=', true)
        .orderBy('next_check_at')
        .limit(20)
        .forUpdate()
        .skipLocked()
        .execute()) as WithdrawalRow[]
      const taken: WithdrawalRow[] = []
      for (const row of due) {
        const checks = row.checks + 1
        const waitMs = row.state === 'paid' ? paidChecksMs[checks] : (openChecksMs[checks] ?? day)
        const next_check_at = waitMs === undefined ? null : later(waitMs)
        taken.push(await noteWithdrawal(tx, row, { checks, next_check_at, updated_at: row.updated_at }))
      }
      return taken
    })

  async function clean(): Promise<void> {
    if (!service) return
    for (const row of await takeDue()) {
      await ask(row).catch((error: unknown) =>
        log.error({ err: error, withdrawal: row.id }, 'a payout could not be resolved'),
      )
    }
  }
  const stop = every(parts.platform, 'payouts', janitorEachMs, clean)

  return {
    clean,
    close: stop,
    isConfigured: service !== undefined,

    /**
     * Orders an approved withdrawal. It stands as sent before the service hears of it, so that a crash leaves something to ask about.
     * @throws Refusal `payouts_not_configured`, `withdrawal_state_changed`, and the gate's
     */
    async send(withdrawalId: string, by: StaffSession, { version }: { version: number }): Promise<WithdrawalRow> {
      if (!service) throw new Refusal('payouts_not_configured')
      const sent = await db.transaction(async (tx) => {
        const row = await gate.enter(tx, withdrawalId, 'order', version)
        if (row.state !== 'approved') throw new Refusal('withdrawal_state_changed')
        await parts.approvals.note(tx, by, [actionOn(row, 'withdrawal_send')])
        return ends.sent(tx, row, by, { by_service: true, next_check_at: later(abandonedAfterMs) })
      })
      return apply(sent.id, await order(sent))
    },
  }
}
