import { formatMoney } from '@dhow/contract/money'
import type { Tx } from '../../platform/db/index.ts'
import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import { actionOn } from './action-on.ts'
import { batchAudit, batchHeld } from './batch-audit.ts'
import { findBatch, listPayouts, sumOf } from './batch-store.ts'
import type { WithdrawalParts } from './parts.ts'
import { enterGateTogether } from './payout-gate.ts'
import { markSent } from './send-money.ts'
import { moveWithdrawal } from './store.ts'
import type { PayoutBatchRow, WithdrawalRow } from './tables.ts'

// Lock wallets first, then withdrawals, then the batch, each in sorted order; removing a single withdrawal from its
// batch does the same.

/**
 * Marks a batch as given to the bank: all of it is in transit from now on. From the threshold on another operator than
 * its creator must do it.
 * @throws Refusal `same_operator`, `batch_state_changed`, `batch_held` if a payout must not be sent
 */
export function sendBatch(parts: WithdrawalParts, batchId: string, by: StaffSession, { version }: { version: number }) {
  return parts.platform.db.transaction(async (tx) => {
    const { batch, free, held } = await enterBatch(parts, tx, batchId, version)
    if (held.length > 0) throw batchHeld(held)
    const threshold = parts.approvals.thresholdOf('withdrawal_approve', batch.market)
    if (batch.total_minor >= threshold) await parts.approvals.refuseSamePerson(tx, batch.made_by, by.operatorId)
    await parts.approvals.note(
      tx,
      by,
      free.map((row) => actionOn(row, 'withdrawal_send')),
    )
    const change = { state: 'sent' as const, sent_by: by.operatorId, sent_at: parts.platform.clock.now() }
    await tx
      .updateTable('withdrawals.payout_batch')
      .set({ ...change, version: batch.version + 1 })
      .where('id', '=', batchId)
      .execute()
    for (const row of free) await markSent(parts, tx, row, by, {})
    await batchAudit(parts, tx, by, batch.id, {
      action: 'send',
      text: `Gave ${amountOf(batch)} to the bank`,
      before: { state: 'draft' },
      after: { state: 'sent' },
    })
  })
}

/** Removes payouts that must not be sent from a draft. @throws Refusal `batch_state_changed` */
export function removeHeld(
  parts: WithdrawalParts,
  batchId: string,
  by: StaffSession,
  { version }: { version: number },
) {
  return parts.platform.db.transaction(async (tx) => {
    const { batch, held } = await enterBatch(parts, tx, batchId, version)
    if (held.length === 0) return
    await removeAll(
      parts,
      tx,
      batchId,
      held.map(({ row }) => row),
    )
    await batchAudit(parts, tx, by, batch.id, {
      action: 'remove-held',
      text: `Took ${held.length} payouts out that must not be sent`,
      before: { payouts: batch.payouts },
      after: { removed: held.map(({ row, reasons }) => ({ id: row.id, why: reasons.map(({ text }) => text) })) },
    })
  })
}

/** Cancels a batch before the bank has it: its payouts return to approved. @throws Refusal `batch_state_changed` */
export function cancelBatch(
  parts: WithdrawalParts,
  batchId: string,
  by: StaffSession,
  { version }: { version: number },
) {
  return parts.platform.db.transaction(async (tx) => {
    const { batch, free, held } = await enterBatch(parts, tx, batchId, version)
    await removeAll(parts, tx, batchId, [...free, ...held.map(({ row }) => row)])
    await batchAudit(parts, tx, by, batch.id, {
      action: 'cancel',
      text: 'Cancelled the batch',
      before: { state: 'draft' },
      after: { state: 'cancelled' },
    })
  })
}

/**
 * Locks a draft with its payouts, at the version that the operator read. @throws Refusal `not_found`,
 * `batch_state_changed`
 */
async function enterBatch(parts: WithdrawalParts, tx: Tx, batchId: string, version: number) {
  const payouts = await enterGateTogether(parts, tx, 'send-batch', await listPayouts(tx, batchId))
  const batch = await findBatch(tx, batchId, { isLocked: true })
  if (!batch) throw new Refusal('not_found')
  if (batch.version !== version || batch.state !== 'draft') throw new Refusal('batch_state_changed')
  return { batch, ...payouts }
}

/** Removes one locked payout from its draft, and returns it. */
export async function removeFromBatch(
  parts: WithdrawalParts,
  tx: Tx,
  batchId: string,
  row: WithdrawalRow,
): Promise<WithdrawalRow> {
  const [removed] = await removeAll(parts, tx, batchId, [row])
  return required(removed, `withdrawal ${row.id}`)
}

/** Removes locked payouts from their draft: they return to approved, and an empty draft is cancelled. */
async function removeAll(
  parts: WithdrawalParts,
  tx: Tx,
  batchId: string,
  rows: WithdrawalRow[],
): Promise<WithdrawalRow[]> {
  const batch = required(await findBatch(tx, batchId, { isLocked: true }), `batch ${batchId}`)
  const now = parts.platform.clock.now()
  const moved: WithdrawalRow[] = []
  for (const row of rows) moved.push(await moveWithdrawal(tx, row, 'approved', { batch_id: null, updated_at: now }))
  const payouts = batch.payouts - rows.length
  await tx
    .updateTable('withdrawals.payout_batch')
    .set(
      payouts === 0
        ? { state: 'cancelled', version: batch.version + 1 }
        : { payouts, total_minor: batch.total_minor - sumOf(rows), version: batch.version + 1 },
    )
    .where('id', '=', batchId)
    .execute()
  return moved
}

const amountOf = (batch: PayoutBatchRow) =>
  `${batch.payouts} payouts of ${formatMoney(batch.total_minor, batch.currency)}`
