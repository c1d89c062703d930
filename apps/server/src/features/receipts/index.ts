import { every } from '../../platform/every.ts'
import type { ReceiptsParts } from './parts.ts'
import { readLogFile, type LogFile } from './read-file.ts'
import { readPaymentPostings, readReceipt } from './read-receipt.ts'
import { openSequencer } from './sequence-entries.ts'
import { openSettledPostings } from './settled-postings.ts'

export { rotateLogKey } from './rotate-log-key.ts'
export { receiptInvariants } from './invariants.ts'
export type { LogFile } from './read-file.ts'

const sequencedEachMs = 1_000

export type Receipts = ReturnType<typeof openReceipts>

/**
 * The public log of players' entries (docs/concepts/receipts.md). Postings are sequenced after their commit, never inside a bet, by one
 * process at a time.
 */
export function openReceipts(parts: ReceiptsParts) {
  const { db } = parts.platform
  const sequenceEntries = openSequencer(parts)
  const settledPostings = openSettledPostings(db.kysely)

  /** Sequences in batches what is settled; answers how many entries there were. */
  const sequence = async (): Promise<number> => {
    const settledTo = await settledPostings()
    let sequenced = 0
    for (;;) {
      const count = await sequenceEntries(settledTo)
      if (count === 0) return sequenced
      sequenced += count
    }
  }

  return {
    sequence,
    /** Reads a file of the log by its path below `/log/`; undefined if there is none. */
    file: (path: string): Promise<LogFile | undefined> => readLogFile(db.kysely, path),
    /**
     * Receipt of a posting of this player. @throws Refusal `not_found` for somebody else's and for none, `receipt_pending` before it is in the
     * log
     */
    receipt: (playerId: string, posting: string) => readReceipt(db.kysely, playerId, posting),
    /** Postings of a payment of this player, in their order. @throws Refusal `not_found` for somebody else's, and before money moved */
    postingsOf: (playerId: string, paymentId: string) => readPaymentPostings(db.kysely, playerId, paymentId),
    close: every(parts.platform, 'receipts', sequencedEachMs, sequence),
  }
}
