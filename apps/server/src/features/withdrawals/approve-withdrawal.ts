import { inEnglish } from '../../platform/texts.ts'
import { operatorText, type OperatorText } from '@dhow/contract/operator-texts'
import { formatDecimal, formatMoney } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { actionOn } from './action-on.ts'
import type { WithdrawalParts } from './parts.ts'
import { findAccount, findBlockedAccounts } from './payout-accounts.ts'
import { enterGate } from './payout-gate.ts'
import { recordAction } from './record-action.ts'
import type { WithdrawalState } from './rules.ts'
import { moveWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

/** Risks to check before an approval: those of the request, and a block of its account since. */
async function risksToCheck(parts: WithdrawalParts, tx: Tx, row: WithdrawalRow): Promise<OperatorText[]> {
  const account = await findAccount(tx, row.player_id, row.payout_account_id)
  const blocked = await findBlockedAccounts(parts, tx, account ? [account] : [])
  return [
    ...(blocked.size > 0 ? [operatorText('payee_blocked', {})] : []),
    ...row.risks.filter(({ mustCheck }) => mustCheck),
  ]
}

/**
 * Approves a withdrawal; from the threshold on a second operator must approve too. `checked` names the risks that the
 * operator has checked.
 * @throws Refusal `same_operator`, `risks_unchecked`, `withdrawal_state_changed`, and the gate's
 */
export function approveWithdrawal(
  parts: WithdrawalParts,
  withdrawalId: string,
  by: StaffSession,
  { version, note, checked = [] }: { version: number; note?: string | undefined; checked?: string[] | undefined },
) {
  return parts.platform.db.transaction(async (tx) => {
    const row = await enterGate(parts, tx, withdrawalId, 'approve', version)
    const second = row.state === 'awaiting_second_approval'
    const unchecked = (await risksToCheck(parts, tx, row)).find(({ code }) => !checked.includes(code))
    if (unchecked) throw new Refusal('risks_unchecked', { text: operatorText('risk_unchecked', {}), also: [unchecked] })
    const amount = formatMoney(row.amount_minor, row.currency)
    const { alone, reasons } = await parts.approvals.decide(tx, by, {
      ...actionOn(row, 'withdrawal_approve' as const),
      first: second ? required(row.first_approver, `first approver of ${row.id}`) : undefined,
    })
    const state: WithdrawalState = alone ? 'approved' : 'awaiting_second_approval'
    const moved = await moveWithdrawal(tx, row, state, {
      updated_at: parts.platform.clock.now(),
      ...(second ? { second_approver: by.operatorId } : { first_approver: by.operatorId }),
    })
    const isDone = state === 'approved'
    const looked = checked.length > 0 ? `; looked at ${checked.join(', ')}` : ''
    await recordAction(parts, tx, moved, {
      by,
      before: row.state,
      action: isDone ? 'approve' : 'approve-first',
      playerText: textOf(isDone ? 'withdrawal_approved' : 'withdrawal_second_check', {}),
      auditText: [`Approved ${amount}${looked}${note ? `: ${note}` : ''}`, ...reasons.map(inEnglish)].join('. '),
    })
    if (isDone)
      await parts.messages.send(tx, {
        key: `withdrawal:${row.id}:approved`,
        playerId: row.player_id,
        kind: 'withdrawal_approved',
        params: { amount: formatDecimal(row.amount_minor), currency: row.currency },
        about: { kind: 'withdrawal', id: row.id },
      })
    return moved
  })
}
