import type { PlayerText } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { WithdrawalParts } from './index.ts'
import type { WithdrawalState } from './rules.ts'
import { addStep, notifyPlayer } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

export interface Act {
  /** Undefined for what the program does by itself. */
  by: StaffSession | undefined
  before: WithdrawalState
  action: string
  playerText: PlayerText
  auditText: string
}

/** Writes what happened to a withdrawal where player and operators read it, and tells the player after the commit. */
export function openRecord({ platform, staff }: WithdrawalParts) {
  const { id, live } = platform
  return async (tx: Tx, row: WithdrawalRow, { by, before, action, playerText, auditText }: Act) => {
    await addStep(tx, id, {
      of: row.id,
      at: row.updated_at,
      state: row.state,
      text: playerText,
      ...(by === undefined ? {} : { operatorId: by.operatorId }),
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
}
