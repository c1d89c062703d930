import type { PlayerText } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { WithdrawalParts } from './parts.ts'
import type { WithdrawalState } from './rules.ts'
import { addStep, notifyPlayer } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

/** An event of a withdrawal. */
export interface WithdrawalAction {
  /** Undefined for an action of the program. */
  by: StaffSession | undefined
  before: WithdrawalState
  action: string
  playerText: PlayerText
  auditText: string
}

/** Writes an action to the player's timeline and the audit trail, and notifies the player after the commit. */
export async function recordAction(
  { platform: { id, live }, staff }: WithdrawalParts,
  tx: Tx,
  row: WithdrawalRow,
  { by, before, action, playerText, auditText }: WithdrawalAction,
): Promise<void> {
  await addStep(tx, id, {
    of: row.id,
    at: row.updated_at,
    state: row.state,
    text: playerText,
    operatorId: by?.operatorId,
  })
  await staff.audit(tx, {
    operatorId: by?.operatorId ?? null,
    action: `withdrawal.${action}`,
    subject: row.id,
    text: auditText,
    before: { state: before },
    after: { state: row.state },
  })
  notifyPlayer(tx, live, row, playerText)
}
