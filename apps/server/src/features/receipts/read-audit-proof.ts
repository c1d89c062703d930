import { formatAuditEntry } from '@dhow/receipts/audit-entry'
import { formatTlogProof } from '@dhow/receipts/tlog-proof'
import { Refusal } from '../../platform/refusal.ts'
import { required } from '../../platform/required.ts'
import type { ReceiptsParts } from './parts.ts'
import { readBestHead } from './read-head.ts'
import { readInclusion } from './read-proofs.ts'
import { readLoggedSeal } from './store.ts'

/** The trail is sealed and sequenced every few seconds. */
const retryAfterS = 10

/**
 * File that proves an entry of the audit trail: entry, previous seal, salt, and the proof that they are in the staff's
 * log. Entries without a seal are too new and answered as pending.
 */
export async function readAuditProof(
  { platform: { db }, readTrail }: Pick<ReceiptsParts, 'platform' | 'readTrail'>,
  entryId: string,
): Promise<string> {
  const entry = await readTrail(entryId)
  if (!entry) throw new Refusal('not_found')
  const log = await db.kysely
    .selectFrom('receipts.log')
    .select('posting_id')
    .where('name', '=', 'staff')
    .executeTakeFirst()
  if (!log || entry.position > log.posting_id)
    throw new Refusal('receipt_pending', { data: { retry_after_s: retryAfterS } })
  const { leaf, salt } = await readLoggedSeal(db.kysely, entry.position)
  const { size, checkpoint } = required(await readBestHead(db.kysely, 'staff', leaf), 'the head of the log')
  const hashes = await readInclusion(db.kysely, 'staff', leaf, size)
  const proof = formatTlogProof({ index: leaf, hashes, checkpoint })
  return formatAuditEntry({ salt, previous: entry.previous, entryText: entry.text }, proof)
}
