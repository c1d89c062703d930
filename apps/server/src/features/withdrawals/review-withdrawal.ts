import { formatMoney } from '@dhow/contract/money'
import { afterCommit, type Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WithdrawalParts } from './index.ts'
import { normalisePaymentReference, reasonTexts, statusOf, type WithdrawalState } from './rules.ts'
import { addStep, findWithdrawal, moveWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

/** What a cashier does with a withdrawal. Each act is one transaction: the state, the money, the step and the audit entry, or none. */
export function openReview(parts: WithdrawalParts) {
  const { db, clock, id, live } = parts.platform

  async function seen(tx: Tx, withdrawalId: string, version: number): Promise<WithdrawalRow> {
    const row = await findWithdrawal(tx, withdrawalId)
    if (!row) throw new Refusal('not_found')
    if (row.version !== version) throw new Refusal('withdrawal_state_changed')
    return row
  }

  async function record(
    tx: Tx,
    by: StaffSession,
    before: WithdrawalState,
    row: WithdrawalRow,
    action: string,
    playerText: string,
    auditText: string,
  ) {
    await addStep(tx, id, {
      withdrawalId: row.id,
      at: row.updated_at,
      state: row.state,
      text: playerText,
      operatorId: by.operatorId,
    })
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: `withdrawal.${action}`,
      subject: row.id,
      text: auditText,
      before: { state: before },
      after: { state: row.state },
    })
    afterCommit(tx, () =>
      live.publish(row.player_id, { type: 'withdrawal', id: row.id, status: statusOf[row.state], text: playerText }),
    )
  }

  return {
    /** From the threshold on a second operator has to approve too. @throws Refusal `same_operator`, `withdrawal_state_changed` */
    approve(withdrawalId: string, by: StaffSession, { version, note }: { version: number; note?: string | undefined }) {
      return db.transaction(async (tx) => {
        const row = await seen(tx, withdrawalId, version)
        const player = (await parts.accounts.findPlayer(row.player_id, tx))!
        const second = row.state === 'awaiting_second_approval'
        if (second && row.first_approver === by.operatorId) throw new Refusal('same_operator')
        const amount = formatMoney(row.amount_minor, row.currency)
        const needsTwo = row.amount_minor >= BigInt(parts.portal.settings().four_eyes_minor[player.market])
        const state: WithdrawalState = needsTwo && !second ? 'awaiting_second_approval' : 'approved'
        const moved = await moveWithdrawal(tx, row, state, {
          updated_at: clock.now(),
          ...(second ? { second_approver: by.operatorId } : { first_approver: by.operatorId }),
        })
        const text =
          state === 'approved'
            ? 'Your withdrawal is approved and on its way to be paid.'
            : 'A second colleague confirms your withdrawal.'
        await record(
          tx,
          by,
          row.state,
          moved,
          state === 'approved' ? 'approve' : 'approve-first',
          text,
          `Approved ${amount}${note ? `: ${note}` : ''}`,
        )
        return moved
      })
    },

    /** Says that the money was sent: the hold ends through transit at the bank. @throws Refusal `payment_reference_used`, `withdrawal_state_changed` */
    pay(
      withdrawalId: string,
      by: StaffSession,
      { version, payment_reference }: { version: number; payment_reference: string },
    ) {
      return db.transaction(async (tx) => {
        const row = await seen(tx, withdrawalId, version)
        const now = clock.now()
        const reference = normalisePaymentReference(payment_reference)
        if (reference === '')
          throw new Refusal('invalid_fields', { fields: { payment_reference: ['This is required'] } })
        const moved = await moveWithdrawal(tx, row, 'paid', {
          updated_at: now,
          payment_reference: payment_reference.trim(),
          payment_ref_norm: reference,
          paid_by: by.operatorId,
        }).catch((error: unknown) => {
          if ((error as { constraint?: string }).constraint === 'withdrawal_payment_reference')
            throw new Refusal('payment_reference_used', {
              fields: { payment_reference: ['This payment reference stands on another withdrawal.'] },
            })
          throw error
        })
        const netMinor = row.amount_minor - row.fee_minor
        await parts.wallet.settle(tx, {
          key: `withdrawal:${row.id}:sent`,
          holdKey: `withdrawal:${row.id}:hold`,
          reason: 'withdrawal',
          happenedAt: now,
          to: [
            { credit: { house: 'payout_transit' }, amountMinor: netMinor },
            ...(row.fee_minor > 0n ? [{ credit: { house: 'fees' as const }, amountMinor: row.fee_minor }] : []),
          ],
        })
        await parts.wallet.post(tx, {
          key: `withdrawal:${row.id}:paid`,
          reason: 'withdrawal-paid',
          reference: `payout:${row.currency}:${reference}`,
          currency: row.currency,
          happenedAt: now,
          lines: [
            {
              debit: { house: 'payout_transit' },
              credit: { house: 'bank_detail', ref: 'payouts' },
              amountMinor: netMinor,
            },
          ],
        })
        await record(
          tx,
          by,
          row.state,
          moved,
          'pay',
          `${formatMoney(netMinor, row.currency)} was paid out. Reference: ${moved.payment_reference}`,
          `Paid ${formatMoney(netMinor, row.currency)} with ${moved.payment_reference}`,
        )
        return moved
      })
    },

    /** Gives the held money back with a reason. @throws Refusal `withdrawal_state_changed` */
    reject(
      withdrawalId: string,
      by: StaffSession,
      { version, reason, note }: { version: number; reason: string; note?: string | undefined },
    ) {
      return db.transaction(async (tx) => {
        const row = await seen(tx, withdrawalId, version)
        const now = clock.now()
        const moved = await moveWithdrawal(tx, row, 'rejected', { updated_at: now, reason, reason_note: note ?? null })
        await parts.wallet.release(tx, {
          key: `withdrawal:${row.id}:release`,
          holdKey: `withdrawal:${row.id}:hold`,
          reason: 'withdrawal-release',
          happenedAt: now,
        })
        const text = `${reasonTexts[reason] ?? reasonTexts['other']!} The money is back on your balance.`
        await record(tx, by, row.state, moved, 'reject', text, `Refused: ${reason}${note ? `: ${note}` : ''}`)
        return moved
      })
    },
  }
}
