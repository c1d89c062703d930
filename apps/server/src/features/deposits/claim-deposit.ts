import { textOf } from '@dhow/contract/player-texts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { DepositParts } from './parts.ts'
import { addStep, lockForDecision, moveDeposit, noteDeposit, notifyPlayer } from './store.ts'

const leaseMs = 10 * 60_000

/** Claims a deposit for ten minutes. @throws Refusal `deposit_claimed`, `deposit_state_changed` */
export function claimDeposit(parts: DepositParts, depositId: string, by: StaffSession) {
  const { db, clock, id, live } = parts.platform
  return db.transaction(async (tx) => {
    const row = await lockForDecision(parts, tx, depositId, by)
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
}

/** Ends an operator's claim of a deposit. @throws Refusal `deposit_claimed`, `deposit_state_changed` */
export function releaseDeposit(parts: DepositParts, depositId: string, by: StaffSession) {
  const { db, clock } = parts.platform
  return db.transaction(async (tx) => {
    const row = await lockForDecision(parts, tx, depositId, by)
    const change = { claimed_by: null, claim_expires_at: null, updated_at: clock.now() }
    return row.state === 'under_review' ? moveDeposit(tx, row, 'submitted', change) : noteDeposit(tx, row, change)
  })
}
