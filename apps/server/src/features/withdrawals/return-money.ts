import { formatDecimal } from '@dhow/contract/money'
import { textOf } from '@dhow/contract/player-texts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import type { Credited } from '../wallet/index.ts'
import { netParams } from './amounts.ts'
import { postFailed, postReturned } from './money-out.ts'
import type { WithdrawalParts } from './parts.ts'
import { recordAction } from './record-action.ts'
import type { WithdrawalReason } from './rules.ts'
import { addStep, moveWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

/** Marks a payout as failed, which returns the money. @throws Refusal `withdrawal_state_changed` */
export async function markFailed(
  parts: WithdrawalParts,
  tx: Tx,
  row: WithdrawalRow,
  reason: WithdrawalReason,
  note: string,
  by: StaffSession | undefined,
) {
  const now = parts.platform.clock.now()
  const moved = await moveWithdrawal(tx, row, 'failed', {
    updated_at: now,
    reason,
    reason_note: note.slice(0, 500),
    next_check_at: null,
  })
  const credited = await postFailed(parts, tx, row, now)
  await recordAction(parts, tx, moved, {
    by,
    before: row.state,
    action: 'fail',
    playerText: textOf('withdrawal_released', { reason }),
    auditText: `Payout failed${note ? `: ${note}` : ''}`,
  })
  await parts.messages.send(tx, {
    key: `withdrawal:${row.id}:failed`,
    playerId: row.player_id,
    kind: 'withdrawal_failed',
    params: { amount: formatDecimal(row.amount_minor), currency: row.currency, reason },
    about: { kind: 'withdrawal', id: row.id },
  })
  await addDebtSteps(parts, tx, moved, credited)
  return moved
}

/** Marks a paid withdrawal as sent back by the bank. @throws Refusal `withdrawal_state_changed` */
export async function markReturned(
  parts: WithdrawalParts,
  tx: Tx,
  row: WithdrawalRow,
  note: string,
  by: StaffSession | undefined,
) {
  const now = parts.platform.clock.now()
  const moved = await moveWithdrawal(tx, row, 'returned', {
    updated_at: now,
    reason: 'returned',
    reason_note: note.slice(0, 500),
    next_check_at: null,
  })
  const credited = await postReturned(parts, tx, row, now)
  await recordAction(parts, tx, moved, {
    by,
    before: row.state,
    action: 'return',
    playerText: textOf('withdrawal_returned', netParams(row)),
    auditText: `Returned${note ? `: ${note}` : ''}`,
  })
  await parts.messages.send(tx, {
    key: `withdrawal:${row.id}:returned`,
    playerId: row.player_id,
    kind: 'withdrawal_returned',
    params: netParams(row),
    about: { kind: 'withdrawal', id: row.id },
  })
  await addDebtSteps(parts, tx, moved, credited)
  return moved
}

/** Writes to the player's timeline how much of the money paid a debt. */
async function addDebtSteps(
  { platform: { id }, wallet }: WithdrawalParts,
  tx: Tx,
  row: WithdrawalRow,
  credited: Credited,
) {
  for (const text of wallet.debtTexts(credited, row.currency))
    await addStep(tx, id, { of: row.id, at: row.updated_at, state: row.state, text })
}
