import { textOf } from '@dhow/contract/player-texts'
import { formatDecimal } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { removeFromBatch } from './change-batch.ts'
import type { WithdrawalParts } from './parts.ts'
import { recordAction } from './record-action.ts'
import { heldStates } from './rules.ts'
import { moveWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

/**
 * Cancels a player's unsent withdrawals in the caller's transaction: removes them from batches and returns the money.
 * Locks the wallet first, as every step of a withdrawal does. Returns the cancelled ones.
 */
export async function cancelOpen(
  parts: WithdrawalParts,
  tx: Tx,
  playerId: string,
  { by, reason, note }: { by: StaffSession; reason: 'deposit_reversed'; note: string },
): Promise<WithdrawalRow[]> {
  await parts.wallet.lock(tx, playerId)
  const open = await tx
    .selectFrom('withdrawals.withdrawal')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('state', 'in', [...heldStates])
    .orderBy('id')
    .forUpdate()
    .execute()
  const cancelled: WithdrawalRow[] = []
  for (const row of open) {
    const now = parts.platform.clock.now()
    const alone = row.batch_id === null ? row : await removeFromBatch(parts, tx, row.batch_id, row)
    const moved = await moveWithdrawal(tx, alone, 'rejected', { updated_at: now, reason, reason_note: note })
    await parts.wallet.release(tx, {
      key: `withdrawal:${row.id}:release`,
      holdKey: `withdrawal:${row.id}:hold`,
      reason: 'withdrawal-release',
      happenedAt: now,
    })
    await recordAction(parts, tx, moved, {
      by,
      before: row.state,
      action: 'cancel',
      playerText: textOf('withdrawal_released', { reason }),
      auditText: `Cancelled: ${note}`,
    })
    await parts.messages.send(tx, {
      key: `withdrawal:${row.id}:cancelled`,
      playerId,
      kind: 'withdrawal_cancelled',
      params: { amount: formatDecimal(row.amount_minor), currency: row.currency },
      about: { kind: 'withdrawal', id: row.id },
    })
    cancelled.push(moved)
  }
  return cancelled
}
