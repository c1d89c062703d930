import type { LogName } from '../logs.ts'

export interface WitnessRow {
  log: LogName
  verifier_key: string
  size: bigint
  next_at: Date
  cosigned_at: Date | null
  failures: number
  fault: WitnessFault | null
}

/** Why a witness gave no cosignature. */
export type WitnessFault = keyof typeof witnessFaults

/** Faults of witnesses, with what an operator reads. */
export const witnessFaults = {
  silent: 'It does not answer.',
  request: 'It does not understand the request (400).',
  signature: 'It does not accept the signature of the log (403): does it have the key of today?',
  log: 'It does not know the log (404).',
  conflict: 'It has another head of the same size (409): one of the two logs is not this one.',
  ahead: 'It has cosigned a longer log than this one: was the database restored from an older state?',
  proof: 'It finds that the log does not go on from the head that it cosigned (422).',
  cosignature: 'Its answer has no valid cosignature.',
  status: 'It answers with an error of its own.',
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    'receipts.witness': WitnessRow
    'receipts.head': { log: LogName; size: bigint; checkpoint: string; is_witnessed: boolean; kept_at: Date }
    'receipts.cosignature': { log: LogName; size: bigint; verifier_key: string; line: string }
  }
}
