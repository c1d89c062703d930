import { operatorText } from '@dhow/contract/operator-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { actionOn } from './action-on.ts'
import type { WithdrawalParts } from './parts.ts'
import { enterGate } from './payout-gate.ts'
import { markFailed, markReturned } from './return-money.ts'
import { follows } from './rules.ts'

/** A payout that an operator marks as failed or returned. */
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

/** Marks a payout as refused by the bank. @throws Refusal `payout_with_service`, `withdrawal_state_changed` */
export function failWithdrawal(
  parts: WithdrawalParts,
  withdrawalId: string,
  by: StaffSession,
  { version, note }: { version: number; note: string },
) {
  return parts.platform.db.transaction(async (tx) => {
    const row = await enterGate(parts, tx, withdrawalId, 'failed', version)
    // Only the service knows whether it paid; returning the money now could pay it twice.
    if (row.by_service) throw new Refusal('payout_with_service')
    if (!follows[row.state].includes('failed')) throw new Refusal('withdrawal_state_changed')
    const change = { kind: 'withdrawal_fail', change: { withdrawalId, note }, reason: note } as const
    const isNow = await parts.approvals.doOrPropose(tx, by, actionOn(row, 'withdrawal_fail'), change)
    return isNow ? markFailed(parts, tx, row, 'bank_refused', note, by) : row
  })
}

/** Marks a paid withdrawal as sent back by the bank. @throws Refusal `withdrawal_state_changed` */
export function returnWithdrawal(
  parts: WithdrawalParts,
  withdrawalId: string,
  by: StaffSession,
  { version, note }: { version: number; note: string },
) {
  return parts.platform.db.transaction(async (tx) => {
    const row = await enterGate(parts, tx, withdrawalId, 'returned', version)
    if (!follows[row.state].includes('returned')) throw new Refusal('withdrawal_state_changed')
    const change = { kind: 'withdrawal_return', change: { withdrawalId, note }, reason: note } as const
    const isNow = await parts.approvals.doOrPropose(tx, by, actionOn(row, 'withdrawal_return'), change)
    return isNow ? markReturned(parts, tx, row, note, by) : row
  })
}

/** Registers how both are carried out after a second operator's confirmation. */
export function registerManualEnds(parts: WithdrawalParts) {
  parts.approvals.changes.register('withdrawal_fail', {
    title: operatorText('money_action', { action: 'withdrawal_fail' }),
    needs: 'withdrawals.send',
    async apply(tx, by, change, { proposedBy }) {
      const row = await enterConfirmed(parts, tx, by, change, { first: proposedBy, action: 'withdrawal_fail' })
      await markFailed(parts, tx, row, 'bank_refused', change.note, by)
    },
  })
  parts.approvals.changes.register('withdrawal_return', {
    title: operatorText('money_action', { action: 'withdrawal_return' }),
    needs: 'withdrawals.send',
    async apply(tx, by, change, { proposedBy }) {
      const row = await enterConfirmed(parts, tx, by, change, { first: proposedBy, action: 'withdrawal_return' })
      await markReturned(parts, tx, row, change.note, by)
    },
  })
}

/** Locks a withdrawal whose end was confirmed, if its state still allows it. */
async function enterConfirmed(
  parts: WithdrawalParts,
  tx: Tx,
  by: StaffSession,
  { withdrawalId }: EndedByHand,
  { first, action }: { first: string; action: 'withdrawal_fail' | 'withdrawal_return' },
) {
  const state = action === 'withdrawal_fail' ? 'failed' : 'returned'
  const row = await enterGate(parts, tx, withdrawalId, state)
  if (!follows[row.state].includes(state)) throw new Refusal('withdrawal_state_changed')
  await parts.approvals.decide(tx, by, { ...actionOn(row, action), first })
  return row
}
