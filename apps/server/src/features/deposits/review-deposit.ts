import { textOf } from '@dhow/contract/player-texts'
import type { RejectReason } from '@dhow/contract/deposit-review'
import { formatDecimal } from '@dhow/contract/money'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadForDecision } from './load-for-decision.ts'
import { openApproval, type Approval } from './approve-deposit.ts'
import { askDeposit } from './ask-deposit.ts'
import { endDeposits } from './end-deposits.ts'
import type { DepositParts } from './parts.ts'
import { reverseDeposit } from './reverse-deposit.ts'
import { addStep, moveDeposit, noteDeposit, notifyPlayer } from './store.ts'

const leaseMs = 10 * 60_000

/** Decisions of a cashier on a deposit. Each is one transaction: the state, the money, the step and the audit entry, or none. */
export function openReview(parts: DepositParts) {
  const { db, clock, id, live } = parts.platform
  const approveIn = openApproval(parts)

  return {
    /** Takes a deposit for ten minutes. @throws Refusal `deposit_claimed`, `deposit_state_changed` */
    claim(depositId: string, by: StaffSession) {
      return db.transaction(async (tx) => {
        const row = await loadForDecision(parts, tx, depositId, by)
        const now = clock.now()
        const lease = {
          claimed_by: by.operatorId,
          claim_expires_at: new Date(now.getTime() + leaseMs),
          updated_at: now,
        }
        if (row.state !== 'submitted') return noteDeposit(tx, row, lease)
        const moved = await moveDeposit(tx, row, 'under_review', lease)
        const text = textOf('deposit_checking', {})
        await addStep(tx, id, { of: depositId, at: now, state: moved.state, text, operatorId: by.operatorId })
        notifyPlayer(tx, live, moved, text)
        return moved
      })
    },

    /** Puts a claimed deposit back. */
    release(depositId: string, by: StaffSession) {
      return db.transaction(async (tx) => {
        const row = await loadForDecision(parts, tx, depositId, by)
        const change = { claimed_by: null, claim_expires_at: null, updated_at: clock.now() }
        return row.state === 'under_review' ? moveDeposit(tx, row, 'submitted', change) : noteDeposit(tx, row, change)
      })
    },

    /**
     * Credits what was received. From the threshold on the first approval only waits for a second one, by somebody else and of the same
     * amount.
     * @throws Refusal `amount_invalid`, `same_operator`, `deposit_claimed`, `deposit_state_changed`, and the ledger's
     */
    approve: (depositId: string, by: StaffSession, act: Approval) =>
      db.transaction((tx) => approveIn(tx, depositId, by, act)),
    approveIn,

    /** @throws Refusal `deposit_claimed`, `deposit_state_changed` */
    reject(
      depositId: string,
      by: StaffSession,
      { reason, version, note }: { reason: RejectReason; version: number; note?: string | undefined },
    ) {
      return db.transaction(async (tx) => {
        const row = await loadForDecision(parts, tx, depositId, by)
        if (row.version !== version) throw new Refusal('deposit_state_changed')
        const now = clock.now()
        const reviewed =
          row.state === 'submitted' ? await moveDeposit(tx, row, 'under_review', { updated_at: now }) : row
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
    },

    ask: (depositId: string, by: StaffSession, act: Parameters<typeof askDeposit>[3]) =>
      askDeposit(parts, depositId, by, act),
    reverse: (depositId: string, by: StaffSession, act: Parameters<typeof reverseDeposit>[3]) =>
      reverseDeposit(parts, depositId, by, act),
    expire: () => endDeposits(parts),
  }
}
