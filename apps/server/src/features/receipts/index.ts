import { every } from '../../platform/every.ts'
import { openCommitments, readCommitmentProof, type CommitmentName } from './commitments.ts'
import { forgetReceipts, type ForgetOrder } from './forget-receipts.ts'
import { openLiabilities } from './liabilities/index.ts'
import type { ReceiptsParts } from './parts.ts'
import { parseOldSize, readConsistencyFile } from './read-consistency.ts'
import { readLogFile, type LogFile } from './read-file.ts'
import { readMovements, readMovementsOf, readPlaces } from './read-movements.ts'
import { readPublicPolicy } from './read-policy.ts'
import { readAuditProof } from './read-audit-proof.ts'
import { readReceipt } from './read-receipt.ts'
import { openSequencer } from './sequence-entries.ts'
import { logPaths, type LogName } from './logs.ts'
import { playerEntries } from './player-entries.ts'
import { staffEntries } from './staff-entries.ts'
import { openSettledPostings } from './settled-postings.ts'
import { openSignedStatements } from './statements/index.ts'
import { openWitnesses } from './witnesses/index.ts'

export { exportLogs } from './export-log.ts'
export { forgetReceipts } from './forget-receipts.ts'
export { rotateLogKey } from './rotate-log-key.ts'
export { receiptInvariants } from './invariants.ts'
export type { Commitment } from '@dhow/receipts/commitment'
export type { LogFile } from './read-file.ts'
export type { WitnessState } from './witnesses/index.ts'

const sequencedEachMs = 1_000
/** The same interval as the sealing of the audit trail. */
const staffSequencedEachMs = 5_000
/** A seal has its position once it is committed. */
const maxPosition = 2n ** 62n

export type Receipts = ReturnType<typeof openReceipts>

/**
 * Public logs of players' entries and of the staff's audit trail (docs/concepts/receipts.md). One process at a time
 * sequences postings after their commit, never inside a bet.
 */
export function openReceipts(parts: ReceiptsParts) {
  const { db, config } = parts.platform
  const sequenceEntries = openSequencer(parts, playerEntries(parts))
  const sequenceSeals = openSequencer(parts, staffEntries(parts))
  const settledPostings = openSettledPostings(db.kysely)

  /** Sequences settled postings in batches; returns the number of entries. */
  const sequence = async (): Promise<number> => all(sequenceEntries, await settledPostings())
  /** Sequences the seals of the audit trail in batches; returns their number. */
  const sequenceStaff = (): Promise<number> => all(sequenceSeals, maxPosition)

  const liabilities = openLiabilities(parts)
  const witnesses = openWitnesses(parts)
  const stops = [
    every(parts.platform, 'receipts', sequencedEachMs, sequence),
    every(parts.platform, 'staff-log', staffSequencedEachMs, sequenceStaff),
  ]

  return {
    sequence,
    sequenceStaff,
    /** Reads a file of a log by its path below `/log/`; undefined if there is none. */
    file(path: string): Promise<LogFile | undefined> {
      const { log, rest } = logAt(path)
      const oldSize = parseOldSize(rest)
      if (oldSize !== undefined) return readConsistencyFile(db.kysely, log, oldSize)
      return rest === 'policy'
        ? readPublicPolicy(db.kysely, log, config.logPolicy?.text)
        : readLogFile(db.kysely, log, rest)
    },
    /**
     * Receipt of this player's posting. @throws Refusal `not_found` for others, `receipt_pending` before it is in the
     * log
     */
    receipt: (playerId: string, posting: string) => readReceipt(db.kysely, playerId, posting),
    /**
     * Movements of one line of this player's histories. @throws Refusal `not_found` for others, and before money moved
     */
    movementsOf: (playerId: string, id: string) => readMovementsOf(db.kysely, parts.keysOfLines, playerId, id),
    /** Movements of many lines, by their ids; lines without any are omitted. */
    movements: (playerId: string, ids: readonly string[]) => readMovements(db.kysely, parts.keysOfLines, playerId, ids),
    /** Positions of postings in the log, for those that have one. */
    places: (postings: readonly bigint[]) => readPlaces(db.kysely, postings),
    /**
     * Adds game providers' commitments to the log, and returns their positions once a signed head covers them.
     * @throws Refusal `commitment_differs` if a name has another commitment
     */
    commit: openCommitments(parts, () => sequenceEntries(0n)),
    /** File that proves a commitment. @throws Refusal `not_found` */
    commitmentProof: (name: CommitmentName) => readCommitmentProof(db.kysely, name),
    /** File that proves an entry of the audit trail. @throws Refusal `not_found`, and `receipt_pending` before it is in the log */
    auditProof: (entryId: string) => readAuditProof(parts, entryId),
    /** Erases a player's receipts for good. @throws Refusal `not_found`, `receipt_pending` */
    forget: (order: ForgetOrder) => forgetReceipts(parts, order),
    statements: openSignedStatements(parts),
    liabilities,
    witnesses,
    close: async () =>
      void (await Promise.all([liabilities.close(), witnesses.close(), ...stops.map((stop) => stop())])),
  }
}

/** Runs a sequencer until nothing is left; returns the number of entries. */
async function all(sequence: (settledTo: bigint) => Promise<number>, settledTo: bigint): Promise<number> {
  let sequenced = 0
  for (;;) {
    const count = await sequence(settledTo)
    if (count === 0) return sequenced
    sequenced += count
  }
}

/** Log of a path below `/log/`, and the path relative to it. */
function logAt(path: string): { log: LogName; rest: string } {
  const prefix = `${logPaths.staff.slice(logPaths.players.length + 1)}/`
  return path.startsWith(prefix) ? { log: 'staff', rest: path.slice(prefix.length) } : { log: 'players', rest: path }
}
