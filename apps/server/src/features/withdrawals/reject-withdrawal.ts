import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { WithdrawalParts } from './parts.ts'
import { enterGate } from './payout-gate.ts'
import { recordAction } from './record-action.ts'
import type { WithdrawalReason } from './rules.ts'
import { moveWithdrawal } from './store.ts'

/** Rejects a withdrawal with a reason and returns the held money. @throws Refusal `withdrawal_state_changed` */
export function rejectWithdrawal(
  parts: WithdrawalParts,
  withdrawalId: string,
  by: StaffSession,
  { version, reason, note }: { version: number; reason: WithdrawalReason; note?: string | undefined },
) {
  return parts.platform.db.transaction(async (tx) => {
    const row = await enterGate(parts, tx, withdrawalId, 'reject', version)
    const now = parts.platform.clock.now()
    const moved = await moveWithdrawal(tx, row, 'rejected', { updated_at: now, reason, reason_note: note ?? null })
    await parts.wallet.release(tx, {
      key: `withdrawal:${row.id}:release`,
      holdKey: `withdrawal:${row.id}:hold`,
      reason: 'withdrawal-release',
      happenedAt: now,
    })
    const text = textOf('withdrawal_released', { reason })
    const auditText = `Refused: ${reason}${note ? `: ${note}` : ''}`
    await recordAction(parts, tx, moved, { by, before: row.state, action: 'reject', playerText: text, auditText })
    await parts.messages.send(tx, {
      key: `withdrawal:${row.id}:rejected`,
      playerId: row.player_id,
      kind: 'withdrawal_rejected',
      params: { amount: formatDecimal(row.amount_minor), currency: row.currency, reason },
      about: { kind: 'withdrawal', id: row.id },
    })
    return moved
  })
}
