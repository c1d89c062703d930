import type { Generated } from 'kysely'
import type { LogName } from './logs.ts'

export interface LogRow {
  name: LogName
  origin: string
  size: bigint
  /** The last posting that has its entry; of the staff's log, the position of the last seal. */
  posting_id: bigint
  checkpoint: string
  signed_at: Date
}

export interface KeyRow {
  log: LogName
  verifier_key: string
  sealed: Buffer
  made_at: Date
  /** Counts the keys in the order in which they were made. */
  number: Generated<number>
  /** Size of the log from which on it signs. */
  from_size: bigint
}

/** A batch of entries. Of the staff's log, the postings are the positions of the trail's seals. */
export interface BatchRow {
  log: LogName
  first_leaf: bigint
  first_posting: bigint
  /** A driver's own reading of a list of numbers; statements take single ones out. */
  posting_ids: unknown
  numbers: unknown
  times_ms: unknown
  /** 32 bytes an entry, one after the other. */
  commitments: Buffer
}

export interface TileRow {
  log: LogName
  level: number
  index: bigint
  hashes: Buffer
}

export interface RecordRow {
  number: Generated<bigint>
  kind: string
  key: string
  text: string
  made_at: Date
  leaf: bigint | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    'receipts.log': LogRow
    'receipts.key': KeyRow
    'receipts.batch': BatchRow
    'receipts.salt': { log: LogName; first_leaf: bigint; salts: Buffer }
    'receipts.tile': TileRow
    'receipts.record': RecordRow
  }
}
