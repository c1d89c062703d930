import type { RejectReason } from '@dhow/contract/deposit-review'
import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DepositParts } from './parts.ts'
import { addStep, lockForDecision, moveDeposit, notifyPlayer } from './store.ts'

/** Rejects a deposit with a reason. @throws Refusal `deposit_claimed`, `deposit_state_changed` */
export function rejectDeposit(
  parts: DepositParts,
  depositId: string,
  by: StaffSession,
  { reason, version, note }: { reason: RejectReason; version: number; note?: string | undefined },
) {
  const { db, clock, id, live } = parts.platform
  return db.transaction(async (tx) => {
    const row = await lockForDecision(parts, tx, depositId, by)
    if (row.version !== version) throw new Refusal('deposit_state_changed')
    const now = clock.now()
    const reviewed = row.state === 'submitted' ? await moveDeposit(tx, row, 'under_review', { updated_at: now }) : row
    const rejected = await moveDeposit(tx, reviewed, 'rejected', {
      updated_at: now,
      claimed_by: null,
      claim_expires_at: null,
      reason,
      reason_note: note ?? null,
    })
    const text = textOf('deposit_rejected', { reason })
    await addStep(tx, id, { of: depositId, at: now, state: 'rejected', text, operatorId: by.operatorId })
    await parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'deposit.reject',
      subject: depositId,
      text: `Refused: ${reason}${note ? `: ${note}` : ''}`,
      before: { state: row.state },
      after: { state: 'rejected' },
    })
    await parts.messages.send(tx, {
      key: `deposit:${depositId}:rejected`,
      playerId: row.player_id,
      kind: 'deposit_rejected',
      params: { amount: formatDecimal(row.declared_minor), currency: row.currency, reason },
      about: { kind: 'deposit', id: depositId },
    })
    notifyPlayer(tx, live, rejected, text)
    return rejected
  })
}
