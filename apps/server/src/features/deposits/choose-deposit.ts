import type { DepositChoice } from '@dhow/contract/deposits'
import type { PlayerSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DepositParts } from './parts.ts'
import { openStates } from './rules.ts'
import { addStep, lockDeposit } from './store.ts'

/**
 * Records whether a player on a break wants an open deposit credited or sent back. The last choice counts.
 * @throws Refusal `not_found`, `deposit_state_changed` if it is no longer open, or there is no question
 */
export function chooseDeposit(
  { platform: { db, clock, id }, creditGate }: DepositParts,
  depositId: string,
  { playerId }: PlayerSession,
  choice: DepositChoice,
): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockDeposit(tx, depositId)
    if (row?.player_id !== playerId) throw new Refusal('not_found')
    if (!openStates.some((state) => state === row.state)) throw new Refusal('deposit_state_changed')
    const text = await creditGate.choose(tx, row, choice)
    await addStep(tx, id, { of: depositId, at: clock.now(), state: row.state, text })
  })
}
