import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import { moneyActions } from '@dhow/contract/money-actions'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actionOn } from './action-on.ts'
import type { WithdrawalParts } from './index.ts'
import type { PayoutEnds } from './end-payout.ts'
import { openRecord } from './record-act.ts'
import { follows, normalisePaymentReference, type WithdrawalReason, type WithdrawalState } from './rules.ts'
import type { Gate } from './payout-gate.ts'
import { moveWithdrawal } from './store.ts'

/** A payout that an operator says failed or came back. */
interface EndedByHand {
  withdrawalId: string
  note: string
}

declare module '../approvals/change-kinds.ts' {
  interface ChangeKinds {
    withdrawal_fail: EndedByHand
    withdrawal_return: EndedByHand
  }
}

/** Decisions of a cashier on a withdrawal. Each is one transaction: the state, the money, the step and the audit entry, or none. */
export function openReview(parts: WithdrawalParts, ends: PayoutEnds, gate: Gate) {
  const { db, clock } = parts.platform
  const record = openRecord(parts)

  /** Carries out what a second person has confirmed, if the withdrawal still stands where it stood. */
  async function confirmed(
    tx: Tx,
    by: StaffSession,
    { withdrawalId }: EndedByHand,
    { first, action }: { first: string; action: 'withdrawal_fail' | 'withdrawal_return' },
  ) {
    const state = action === 'withdrawal_fail' ? 'failed' : 'returned'
    const row = await gate.enter(tx, withdrawalId, state)
    if (!follows[row.state].includes(state)) throw new Refusal('withdrawal_state_changed')
    await parts.approvals.decide(tx, by, { ...actionOn(row, action), first })
    return row
  }
  const roles = ['cashier', 'manager', 'admin'] as const
  parts.approvals.changes.register('withdrawal_fail', {
    title: moneyActions.withdrawal_fail.title,
    roles,
    async apply(tx, by, change, { proposedBy }) {
      const row = await confirmed(tx, by, change, { first: proposedBy, action: 'withdrawal_fail' })
      await ends.failed(tx, row, 'bank_refused', change.note, by)
    },
  })
  parts.approvals.changes.register('withdrawal_return', {
    title: moneyActions.withdrawal_return.title,
    roles,
    async apply(tx, by, change, { proposedBy }) {
      const row = await confirmed(tx, by, change, { first: proposedBy, action: 'withdrawal_return' })
      await ends.returned(tx, row, change.note, by)
    },
  })

  return {
    /**
     * From the threshold on a second operator has to approve too. What was odd about it and has to be looked at is named in `checked`.
     * @throws Refusal `same_operator`, `risks_unchecked`, `withdrawal_state_changed`, and the gate's
     */
    approve(
      withdrawalId: string,
      by: StaffSession,
      { version, note, checked = [] }: { version: number; note?: string | undefined; checked?: string[] | undefined },
    ) {
      return db.transaction(async (tx) => {
        const row = await gate.enter(tx, withdrawalId, 'approve', version)
        const player = (await parts.accounts.findPlayer(row.player_id, tx))!
        const second = row.state === 'awaiting_second_approval'
        const unchecked = row.risks.find((risk) => risk.mustCheck && !checked.includes(risk.code))
        if (unchecked)
          throw new Refusal('risks_unchecked', { data: { sentence: `Look at this first: ${unchecked.text}` } })
        const amount = formatMoney(row.amount_minor, row.currency)
        const { alone, reasons } = await parts.approvals.decide(tx, by, {
          action: 'withdrawal_approve',
          subject: row.id,
          market: player.market,
          amountMinor: row.amount_minor,
          playerId: row.player_id,
          first: second ? row.first_approver! : undefined,
        })
        const state: WithdrawalState = alone ? 'approved' : 'awaiting_second_approval'
        const moved = await moveWithdrawal(tx, row, state, {
          updated_at: clock.now(),
          ...(second ? { second_approver: by.operatorId } : { first_approver: by.operatorId }),
        })
        const isDone = state === 'approved'
        const looked = checked.length > 0 ? `; looked at ${checked.join(', ')}` : ''
        await record(tx, moved, {
          by,
          before: row.state,
          action: isDone ? 'approve' : 'approve-first',
          playerText: textOf(isDone ? 'withdrawal_approved' : 'withdrawal_second_check', {}),
          auditText: [`Approved ${amount}${looked}${note ? `: ${note}` : ''}`, ...reasons].join('. '),
        })
        return moved
      })
    },

    /**
     * Says that the money arrived, by hand: what was not sent yet is sent by this.
     * @throws Refusal `payment_reference_used`, `payout_with_service`, `withdrawal_state_changed`, and the gate's for what was not sent yet
     */
    pay(
      withdrawalId: string,
      by: StaffSession,
      { version, payment_reference }: { version: number; payment_reference: string },
    ) {
      return db.transaction(async (tx) => {
        const row = await gate.enter(
          tx,
          withdrawalId,
          ({ state }) => (state === 'approved' ? 'mark-paid' : 'mark-sent-paid'),
          version,
        )
        if (normalisePaymentReference(payment_reference) === '')
          throw new Refusal('invalid_fields', { fields: { payment_reference: ['This is required'] } })
        if (row.by_service && row.state !== 'approved') throw new Refusal('payout_with_service')
        await parts.approvals.note(tx, by, [actionOn(row, 'withdrawal_pay')])
        return ends.paid(tx, row, payment_reference.trim(), by)
      })
    },

    /** Says that the bank refused what stood in its file. @throws Refusal `payout_with_service`, `withdrawal_state_changed` */
    fail(withdrawalId: string, by: StaffSession, { version, note }: { version: number; note: string }) {
      return db.transaction(async (tx) => {
        const row = await gate.enter(tx, withdrawalId, 'failed', version)
        // The service alone knows whether it paid; to give the money back now could pay it twice.
        if (row.by_service) throw new Refusal('payout_with_service')
        if (!follows[row.state].includes('failed')) throw new Refusal('withdrawal_state_changed')
        const change = { kind: 'withdrawal_fail', change: { withdrawalId, note }, reason: note } as const
        const isNow = await parts.approvals.doOrPropose(tx, by, actionOn(row, 'withdrawal_fail'), change)
        return isNow ? ends.failed(tx, row, 'bank_refused', note, by) : row
      })
    },

    /** Says that the bank sent a paid withdrawal back. @throws Refusal `withdrawal_state_changed` */
    returned(withdrawalId: string, by: StaffSession, { version, note }: { version: number; note: string }) {
      return db.transaction(async (tx) => {
        const row = await gate.enter(tx, withdrawalId, 'returned', version)
        if (!follows[row.state].includes('returned')) throw new Refusal('withdrawal_state_changed')
        const change = { kind: 'withdrawal_return', change: { withdrawalId, note }, reason: note } as const
        const isNow = await parts.approvals.doOrPropose(tx, by, actionOn(row, 'withdrawal_return'), change)
        return isNow ? ends.returned(tx, row, note, by) : row
      })
    },

    /** Gives the held money back with a reason. @throws Refusal `withdrawal_state_changed` */
    reject(
      withdrawalId: string,
      by: StaffSession,
      { version, reason, note }: { version: number; reason: WithdrawalReason; note?: string | undefined },
    ) {
      return db.transaction(async (tx) => {
        const row = await gate.enter(tx, withdrawalId, 'reject', version)
        const now = clock.now()
        const moved = await moveWithdrawal(tx, row, 'rejected', { updated_at: now, reason, reason_note: note ?? null })
        await parts.wallet.release(tx, {
          key: `withdrawal:${row.id}:release`,
          holdKey: `withdrawal:${row.id}:hold`,
          reason: 'withdrawal-release',
          happenedAt: now,
        })
        const text = textOf('withdrawal_released', { reason })
        const auditText = `Refused: ${reason}${note ? `: ${note}` : ''}`
        await record(tx, moved, { by, before: row.state, action: 'reject', playerText: text, auditText })
        await parts.messages.send(tx, {
          key: `withdrawal:${row.id}:rejected`,
          playerId: row.player_id,
          kind: 'withdrawal_rejected',
          params: { amount: formatDecimal(row.amount_minor), currency: row.currency, reason },
          about: { kind: 'withdrawal', id: row.id },
        })
        return moved
      })
    },
  }
}
