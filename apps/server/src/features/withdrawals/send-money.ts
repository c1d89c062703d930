import { operatorText } from '@dhow/contract/operator-texts'
import { textOf } from '@dhow/contract/player-texts'
import { violatedConstraint } from '../../platform/db/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { netParams, netText } from './amounts.ts'
import { postPaid, postSent } from './money-out.ts'
import type { WithdrawalParts } from './parts.ts'
import { recordAction } from './record-action.ts'
import { normalisePaymentReference } from './rules.ts'
import { moveWithdrawal } from './store.ts'
import type { WithdrawalRow } from './tables.ts'

/** Marks a withdrawal as sent to the bank or to the payout service. @throws Refusal `withdrawal_state_changed` */
export async function markSent(
  parts: WithdrawalParts,
  tx: Tx,
  row: WithdrawalRow,
  by: StaffSession,
  change: { by_service?: boolean; next_check_at?: Date; batch_id?: string },
): Promise<WithdrawalRow> {
  const now = parts.platform.clock.now()
  const moved = await moveWithdrawal(tx, row, 'sent', { ...change, sent_at: now, updated_at: now })
  await postSent(parts, tx, row, now)
  await recordAction(parts, tx, moved, {
    by,
    before: row.state,
    action: 'send',
    playerText: textOf('withdrawal_sent', netParams(row)),
    auditText: `Sent ${netText(row)} as ${row.pay_code}${change.by_service ? ' through the payout service' : ''}`,
  })
  return moved
}

/**
 * Marks a withdrawal as paid; an approved one that was not marked as sent is sent by this.
 * @throws Refusal `payment_reference_used`, `withdrawal_state_changed`
 */
export async function markPaid(
  parts: WithdrawalParts,
  tx: Tx,
  row: WithdrawalRow,
  reference: string,
  by: StaffSession | undefined,
  watchUntil: Date | null = null,
) {
  const now = parts.platform.clock.now()
  const normal = normalisePaymentReference(reference)
  const moved = await moveWithdrawal(tx, row, 'paid', {
    updated_at: now,
    payment_reference: reference.slice(0, 64),
    payment_ref_norm: normal,
    paid_by: by?.operatorId ?? null,
    checks: 0,
    next_check_at: watchUntil,
  }).catch((error: unknown) => {
    if (violatedConstraint(error) === 'withdrawal_payment_reference')
      throw new Refusal('payment_reference_used', {
        fields: { payment_reference: [operatorText('payment_reference_elsewhere', {})] },
      })
    throw error
  })
  if (row.state === 'approved') await postSent(parts, tx, row, now)
  await postPaid(parts, tx, row, normal, now)
  await recordAction(parts, tx, moved, {
    by,
    before: row.state,
    action: 'pay',
    playerText: textOf('withdrawal_paid', { ...netParams(row), reference: moved.payment_reference ?? '' }),
    auditText: `Paid ${netText(row)} with ${moved.payment_reference}`,
  })
  await parts.messages.send(tx, {
    key: `withdrawal:${row.id}:paid`,
    playerId: row.player_id,
    kind: 'withdrawal_paid',
    params: { ...netParams(row), reference: moved.payment_reference ?? '' },
    about: { kind: 'withdrawal', id: row.id },
  })
  return moved
}

/**
 * Marks a withdrawal whose payout service has not answered: the money stays in transit, and the service is queried
 * again.
 */
export async function markUnknown(parts: WithdrawalParts, tx: Tx, row: WithdrawalRow) {
  const moved = await moveWithdrawal(tx, row, 'unknown', { updated_at: parts.platform.clock.now() })
  await recordAction(parts, tx, moved, {
    by: undefined,
    before: row.state,
    action: 'unknown',
    playerText: textOf('withdrawal_unknown', {}),
    auditText: 'The payout service did not answer',
  })
  return moved
}
