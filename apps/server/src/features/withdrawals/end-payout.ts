import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal, formatMoney } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { debtTexts, type Credited } from '../wallet/index.ts'
import type { WithdrawalParts } from './index.ts'
import { openMoneyOut } from './money-out.ts'
import { openRecord } from './record-act.ts'
import { normalisePaymentReference, type WithdrawalReason } from './rules.ts'
import { addStep, moveWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

export type PayoutEnds = ReturnType<typeof openPayoutEnds>

/** How a payout goes on and ends, whoever says so: an operator, the bank's statement, or a payout service. In the caller's transaction. */
export function openPayoutEnds(parts: WithdrawalParts) {
  const { clock, id } = parts.platform
  const money = openMoneyOut(parts.wallet)
  const record = openRecord(parts)
  const net = (row: WithdrawalRow) => formatMoney(row.amount_minor - row.fee_minor, row.currency)

  const amountOf = (row: WithdrawalRow) => ({ amount: formatDecimal(row.amount_minor), currency: row.currency })
  const paidOut = (row: WithdrawalRow) => ({
    amount: formatDecimal(row.amount_minor - row.fee_minor),
    currency: row.currency,
  })
  /** Writes into the player's timeline what of the money went to their debt. */
  const tellDebt = async (tx: Tx, row: WithdrawalRow, credited: Credited) => {
    for (const text of debtTexts(credited, row.currency))
      await addStep(tx, id, { of: row.id, at: row.updated_at, state: row.state, text })
  }

  return {
    /** It goes to the bank or to the service now. @throws Refusal `withdrawal_state_changed` */
    async sent(
      tx: Tx,
      row: WithdrawalRow,
      by: StaffSession,
      change: { by_service?: boolean; next_check_at?: Date; batch_id?: string },
    ): Promise<WithdrawalRow> {
      const now = clock.now()
      const moved = await moveWithdrawal(tx, row, 'sent', { ...change, sent_at: now, updated_at: now })
      await money.sent(tx, row, now)
      await record(tx, moved, {
        by,
        before: row.state,
        action: 'send',
        playerText: textOf('withdrawal_sent', paidOut(row)),
        auditText: `Sent ${net(row)} as ${row.pay_code}${change.by_service ? ' through the payout service' : ''}`,
      })
      return moved
    },

    /**
     * It arrived. What was approved and never marked as sent is sent by this.
     * @throws Refusal `payment_reference_used`, `withdrawal_state_changed`
     */
    async paid(
      tx: Tx,
      row: WithdrawalRow,
      reference: string,
      by: StaffSession | undefined,
      watchUntil: Date | null = null,
    ) {
      const now = clock.now()
      const normal = normalisePaymentReference(reference)
      const moved = await moveWithdrawal(tx, row, 'paid', {
        updated_at: now,
        payment_reference: reference.slice(0, 64),
        payment_ref_norm: normal,
        paid_by: by?.operatorId ?? null,
        checks: 0,
        next_check_at: watchUntil,
      }).catch((error: unknown) => {
        if ((error as { constraint?: string }).constraint === 'withdrawal_payment_reference')
          throw new Refusal('payment_reference_used', {
            fields: { payment_reference: ['This payment reference stands on another withdrawal.'] },
          })
        throw error
      })
      if (row.state === 'approved') await money.sent(tx, row, now)
      await money.paid(tx, row, normal, now)
      await record(tx, moved, {
        by,
        before: row.state,
        action: 'pay',
        playerText: textOf('withdrawal_paid', { ...paidOut(row), reference: moved.payment_reference ?? '' }),
        auditText: `Paid ${net(row)} with ${moved.payment_reference}`,
      })
      await parts.messages.send(tx, {
        key: `withdrawal:${row.id}:paid`,
        playerId: row.player_id,
        kind: 'withdrawal_paid',
        params: { ...paidOut(row), reference: moved.payment_reference ?? '' },
        about: { kind: 'withdrawal', id: row.id },
      })
      return moved
    },

    /** It did not arrive and will not: the money goes back. @throws Refusal `withdrawal_state_changed` */
    async failed(tx: Tx, row: WithdrawalRow, reason: WithdrawalReason, note: string, by: StaffSession | undefined) {
      const now = clock.now()
      const moved = await moveWithdrawal(tx, row, 'failed', {
        updated_at: now,
        reason,
        reason_note: note.slice(0, 500),
        next_check_at: null,
      })
      const credited = await money.failed(tx, row, now)
      await record(tx, moved, {
        by,
        before: row.state,
        action: 'fail',
        playerText: textOf('withdrawal_released', { reason }),
        auditText: `Payout failed${note ? `: ${note}` : ''}`,
      })
      await parts.messages.send(tx, {
        key: `withdrawal:${row.id}:failed`,
        playerId: row.player_id,
        kind: 'withdrawal_failed',
        params: { ...amountOf(row), reason },
        about: { kind: 'withdrawal', id: row.id },
      })
      await tellDebt(tx, moved, credited)
      return moved
    },

    /** It had arrived and came back. @throws Refusal `withdrawal_state_changed` */
    async returned(tx: Tx, row: WithdrawalRow, note: string, by: StaffSession | undefined) {
      const now = clock.now()
      const moved = await moveWithdrawal(tx, row, 'returned', {
        updated_at: now,
        reason: 'returned',
        reason_note: note.slice(0, 500),
        next_check_at: null,
      })
      const credited = await money.returned(tx, row, now)
      await record(tx, moved, {
        by,
        before: row.state,
        action: 'return',
        playerText: textOf('withdrawal_returned', paidOut(row)),
        auditText: `Returned${note ? `: ${note}` : ''}`,
      })
      await parts.messages.send(tx, {
        key: `withdrawal:${row.id}:returned`,
        playerId: row.player_id,
        kind: 'withdrawal_returned',
        params: paidOut(row),
        about: { kind: 'withdrawal', id: row.id },
      })
      await tellDebt(tx, moved, credited)
      return moved
    },

    /** Nobody has answered: the money stays in transit, and the service is asked again. */
    async unknown(tx: Tx, row: WithdrawalRow) {
      const moved = await moveWithdrawal(tx, row, 'unknown', { updated_at: clock.now() })
      await record(tx, moved, {
        by: undefined,
        before: row.state,
        action: 'unknown',
        playerText: textOf('withdrawal_unknown', {}),
        auditText: 'The payout service did not answer',
      })
      return moved
    },
  }
}
