import { every } from '../../platform/every.ts'
import type { ReceiptsParts } from './parts.ts'
import { readLogFile, type LogFile } from './read-file.ts'
import { openSequencer } from './sequence-entries.ts'
import { openSettledPostings } from './settled-postings.ts'

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
    close: every(parts.platform, 'receipts', sequencedEachMs, sequence),
  }
}
