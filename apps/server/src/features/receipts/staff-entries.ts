import { hash } from 'node:crypto'
import { batchSize, type LogSource } from './log-source.ts'
import type { ReceiptsParts } from './parts.ts'

const saltBytes = 32
/** Distinguishes this log's commitments from those of players' entries. */
const prefix = Buffer.from('dhow/audit/v1')

/** Commitment to a seal of the audit trail: `SHA-256("dhow/audit/v1" || salt || seal)`. */
export const sealCommitment = (salt: Uint8Array, seal: Uint8Array): Buffer =>
  hash('sha256', Buffer.concat([prefix, salt, seal]), 'buffer')

/**
 * Entries of the staff's log: the audit trail's seals in order, each over an entry and the previous seal. They commit
 * in this order, because one process at a time writes them.
 */
export const staffEntries = ({ random }: Pick<ReceiptsParts, 'random'>): LogSource => ({
  name: 'staff',
  async read(tx, log) {
    const seals = await tx
      .selectFrom('staff.audit_seals')
      .selectAll()
      .where('position', '>', log.posting_id)
      .orderBy('position')
      .limit(batchSize)
      .execute()
    if (seals.length === 0) return undefined
    const salts = random.bytes(saltBytes * seals.length)
    const commitments = seals.map(({ hash: seal }, at) =>
      sealCommitment(salts.subarray(at * saltBytes, (at + 1) * saltBytes), seal),
    )
    const entries = {
      count: seals.length,
      sourceIds: seals.map(({ position }) => position).join(','),
      lastSourceId: seals.at(-1)?.position ?? log.posting_id,
      numbers: seals.map(({ position }) => Number(position)),
      timesMs: seals.map(({ sealed_at }) => sealed_at.getTime()),
      commitments: Buffer.concat(commitments),
      salts,
    }
    return { entries, records: [], accounts: new Map() }
  },
})
