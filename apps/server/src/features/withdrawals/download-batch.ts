import type { StaffSession } from '../../platform/http/call.ts'
import { Refusal } from '../../platform/refusal.ts'
import { batchHeld } from './batch-audit.ts'
import { contentOf } from './batch-file.ts'
import { listPayouts } from './batch-store.ts'
import type { WithdrawalParts } from './parts.ts'
import { fileOf } from './payout-file.ts'
import { stopsOf } from './payout-gate.ts'
import { requireBatch } from './read-batches.ts'

/**
 * Downloads the file for the bank, as pain.001 or CSV in a layout. The download is audited, because the file has
 * account numbers.
 * @throws Refusal `not_found`, `batch_state_changed`, `batch_held`, `payer_account_missing`, `payout_file_unsupported`
 */
export async function downloadBatch(
  parts: WithdrawalParts,
  batchId: string,
  wanted: 'pain001' | { layout: string | undefined },
  by: StaffSession,
) {
  const batch = await requireBatch(parts, batchId)
  if (batch.state === 'cancelled') throw new Refusal('batch_state_changed')
  const rows = await listPayouts(parts.platform.db.kysely, batchId)
  const stops = await stopsOf(parts, rows)
  const held = rows.filter((row) => stops(row.id).length > 0)
  // A file may be paid at once, so it must not contain payouts that must not be sent.
  if (batch.state === 'draft' && held.length > 0) throw batchHeld(held.map((row) => ({ row, reasons: stops(row.id) })))
  const { name, text } = fileOf(await contentOf(parts, batch, rows), wanted, batch.market)
  await parts.platform.db.transaction((tx) =>
    parts.staff.audit(tx, {
      operatorId: by.operatorId,
      action: 'batch.download',
      subject: batchId,
      text: `Downloaded the batch as ${name}`,
      before: null,
      after: { payouts: rows.length },
    }),
  )
  return { batchId: batch.id, text }
}
